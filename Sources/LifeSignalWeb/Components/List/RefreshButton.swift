import ComposableHTML
import LifeSignalModel

/// Asks the server once more, below a list that keeps itself up to date: for whoever doubts it.
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
