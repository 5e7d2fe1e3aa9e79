import Foundation

extension ReplyRules {
  /// A check-in code texted from any number: having the code is enough to speak for its owner,
  /// whichever phone it comes from. The same message again changes nothing and gets no second
  /// answer.
  /// - Throws: ``Refusal/checkInCodeRefused``; then the text is read like any other.
  public static func receive(
    _ reply: Reply, with code: TypedCodeFacts?, isRepeated: Bool, by actor: Actor, moment: Moment
  ) throws(Refusal) -> Decision {
    try actor.requireSystem()
    guard !isRepeated else { return Decision(.unchanged) }
    var decision = try CheckInCodeRules.use(code, channel: .sms, moment: moment)
    decision.mutations.append(.insertReply(reply.id, at: moment.now.storable))
    decision.outcome = .replied(.checkedIn, code?.checkIn.me.person.language ?? .english)
    return decision
  }
}
