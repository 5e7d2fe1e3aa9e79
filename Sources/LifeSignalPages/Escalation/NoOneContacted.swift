import ComposableHTML
import LifeSignalModel

/// Shown for an alert that reaches no one, with help that does not need us. It comes before everything
/// else on the page: the reader may have no time to scroll.
struct NoOneContacted: HTML {
  enum Reason {
    case noResponders
    /// There are responders by now, but none has been reached.
    case notYet
    case unreachable

    /// - Parameter reaches: those of all open alerts.
    static func of(_ reaches: [AlertReach], hasResponders: Bool) -> Self {
      guard hasResponders else { return .noResponders }
      return reaches.contains(.unreachable) ? .unreachable : .notYet
    }

    var heading: Phrase {
      self == .unreachable ? AlertReach.unreachable.words : AlertReach.noOne.words
    }

    var words: Phrase {
      switch self {
      case .noResponders: "You have no responders. Call for help yourself."
      case .notYet: "We haven’t reached any of your responders yet. Call for help yourself."
      case .unreachable: "We can’t reach any of your responders. Call for help yourself."
      }
    }
  }

  let id: String
  let reason: Reason
  let emergency: EmergencyNumber

  var body: some HTML {
    div(id: id, .class("no-one"), .announce(reason.heading)) {
      div(.class("no-one-words")) {
        Icon(.alert, .large)
        div(.class("grow")) {
          b { reason.heading }
          p { reason.words }
        }
      }
      EmergencyCall(id: "\(id)-call", emergency: emergency)
    }
  }
}

/// Calls the emergency services of the person's region.
struct EmergencyCall: HTML {
  let id: String
  let emergency: EmergencyNumber

  var body: some HTML {
    a(id: id, .href("tel:\(emergency.digits)"), .class("button danger wide")) {
      Icon(.phone, .small)
      Phrase("Call \(emergency.digits)")
    }
  }
}
