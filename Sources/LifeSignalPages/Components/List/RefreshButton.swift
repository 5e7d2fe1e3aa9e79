import ComposableHTML
import LifeSignalModel

/// Loads from the server once more, below a list that updates automatically: for people who doubt
/// it.
struct RefreshButton: HTML {
  let id: String
  let isBusy: Bool
  let tap: Handler<Void>

  var body: some HTML {
    div(.class("buttons centred")) {
      Button(id, "Refresh", .quiet, .small, icon: .refresh, disabled: isBusy, tap: tap)
    }
  }
}
