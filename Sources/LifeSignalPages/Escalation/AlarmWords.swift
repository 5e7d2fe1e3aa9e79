import ComposableHTML
package import LifeSignalModel

extension AlarmData {
  /// The event, in words.
  var words: Phrase {
    switch kind {
    case .manual: "Raised with the alert button"
    case .missedCheckIn: "Missed check-in"
    case .travel: "Has not arrived"
    case .duress: "Checked in under duress"
    }
  }

  /// Which responders know of it, for this viewer.
  func reachWords(for viewer: Person.ID?, hasResponders: Bool = true) -> Phrase {
    holder != nil && holder == viewer
      ? AlertReach.heldByViewer : reach(hasResponders: hasResponders).words
  }
}

extension AlertReach {
  /// In place of the viewer's own name.
  static var heldByViewer: Phrase { "You are on it" }

  /// Whether no responder has the alert or is coming, and messages go out to them.
  var isContacting: Bool {
    switch self {
    case .contacted, .unanswered: true
    case .held, .coming, .unreachable, .noOne: false
    }
  }

  var isComing: Bool { if case .coming = self { true } else { false } }

  package var words: Phrase {
    switch self {
    case .held(let name?): "\(name) is on it"
    case .held: "A responder is on it"
    case .coming(let count):
      .counting(
        count, one: "\(count) responder is coming", other: "\(count) responders are coming")
    case .unreachable: "No one can be reached"
    case .noOne: "No one is being contacted"
    case .unanswered: "No one is on it yet. We keep contacting everyone."
    case .contacted(let count):
      .counting(
        count, one: "\(count) responder contacted. No one is on it yet.",
        other: "\(count) responders contacted. No one is on it yet.")
    }
  }
}

extension Emergency {
  /// What happened, as the heading of the page. During a duress alert the warning is what matters, whichever
  /// alert it is on.
  var heading: Phrase { alarm.heading(of: contact.firstName, isSilent: contact.duressAlert != nil) }
}

extension AlarmData {
  func heading(of name: String, isSilent: Bool = false) -> Phrase {
    if isSilent { return "Don’t call \(name)" }
    return switch kind {
    case .manual: "\(name) needs help"
    case .missedCheckIn: "\(name) missed a check-in"
    case .travel: "\(name) has not arrived"
    case .duress: "Don’t call \(name)"
    }
  }
}
