import ComposableHTML
import LifeSignalModel

/// A person's situation, as far as its style is concerned.
enum Status: Equatable {
  case neutral
  case fine
  /// A request from or to them is pending.
  case asking
  case late
  case alert

  var className: String {
    switch self {
    case .neutral: ""
    case .fine: "ok"
    case .asking: "ask"
    case .late: "late"
    case .alert: "alert"
    }
  }

  /// The shape that has the same meaning as the colour.
  var glyph: Glyph? {
    switch self {
    case .neutral: nil
    case .fine: .check
    case .asking: .bell
    case .late: .clock
    case .alert: .alert
    }
  }
}

/// One line about a person: a shape, words, and a colour that only repeats them.
struct StatusLine<Content: HTML>: HTML {
  let status: Status
  let hasIcon: Bool
  let content: Content

  init(_ status: Status = .neutral, icon: Bool = true, @HTMLBuilder content: () -> Content) {
    self.status = status
    hasIcon = icon
    self.content = content()
  }

  var body: some HTML {
    span(.class("status"), .class(status.className)) {
      (hasIcon ? status.glyph : nil).map { Icon($0, .small) }
      span { content }
    }
  }
}
