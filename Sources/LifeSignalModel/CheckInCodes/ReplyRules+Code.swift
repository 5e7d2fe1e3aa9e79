extension ReplyRules {
  /// A check-in code texted from any number: having the code is enough to speak for its owner,
  /// whichever phone it comes from. The same message again changes nothing and gets no second
  /// answer.
  /// - Throws: ``Refusal/checkInCodeRefused`` for a code that does not count.
  public static func receive(
    _ reply: Reply, with code: TypedCodeFacts?, isRepeated: Bool, moment: Moment
  ) throws(Refusal) -> Decided<ReplyMessage?> {
    guard !isRepeated else { return Decided(Decision(.unchanged), nil) }
    var decision = try CheckInCodeRules.use(code, channel: .sms, moment: moment).decision
    decision.mutations.append(.insertReply(reply.id, at: moment.now.storable))
    return Decided(
      decision, ReplyMessage(.checkedIn, code?.checkIn.me.person.language ?? .english))
  }
}
