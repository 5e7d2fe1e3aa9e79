public import Foundation

/// Profile views: responders open the page of a person they watch over.
public enum LookRules {
  /// Seconds within which further views by the same viewer count as the same view.
  public static let pause: TimeInterval = 600
  /// Seconds for which the log is kept.
  public static let retention: TimeInterval = 30 * 86_400

  /// Enters the profile view in the watched person's log, at most once per viewer and ten minutes.
  ///
  /// Opening a person one does not watch over shows nothing about them, and leaves no entry.
  /// - Parameter last: the viewer's newest view of this person.
  public static func look(
    _ facts: RelationFacts, last: Date?, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let other = facts.other, let relation = facts.relation else { throw .contactNotFound }
    guard relation.status == .accepted, relation.isDependent else { return Decision() }
    // A view from more than a minute ahead was entered before the clock was set back, and hides
    // nothing.
    if let last, last <= moment.now + 60, moment.now.timeIntervalSince(last) < pause {
      return Decision()
    }
    let me = facts.me.person
    var decision = Decision(events: [.looked(by: me.id, at: other.person.id)])
    decision.log(.looked, of: other.person.id, by: me, at: moment)
    return decision
  }
}
