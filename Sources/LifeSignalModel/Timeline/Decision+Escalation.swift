public import Foundation

extension Decision {
  /// All entries: those the rules recorded, and the news of the escalation, which belong to the
  /// timeline of the alert's person. These come before the entries of the people notified because
  /// of them.
  public func entries(at now: Date) -> [TimelineDraft] {
    let news = events.compactMap { $0.draft(at: now) }
    let told = timeline.firstIndex { $0.kind == .told } ?? timeline.endIndex
    return timeline[..<told] + news + timeline[told...]
  }
}

extension Event {
  fileprivate func draft(at now: Date) -> TimelineDraft? {
    func draft(
      _ kind: TimelineKind, _ alert: AlertRecord.ID, _ other: Person.ID? = nil,
      _ details: TimelineDetails = .none
    ) -> TimelineDraft {
      TimelineDraft(
        person: nil, at: now, kind: kind, alert: alert, other: other, details: details)
    }
    switch self {
    case .escalated(let alert, let step, let round):
      return draft(
        .stepCalled, alert, nil,
        TimelineDetails {
          $0.step = step + 1
          $0.round = round
        })
    case .chainExhausted(let alert): return draft(.chainExhausted, alert)
    case .alarmAcknowledged(let alert, let person): return draft(.acknowledged, alert, person)
    case .alarmReleased(let alert, let person): return draft(.released, alert, person)
    case .alarmOffered(let alert, _, let person): return draft(.offered, alert, person)
    default: return nil
    }
  }
}
