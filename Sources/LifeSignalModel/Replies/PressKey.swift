/// A key was pressed in the call that carried a message. Answers with what is read out; nil for
/// nothing.
public struct PressKey: Command {
  public var press: KeyPress

  public init(press: KeyPress) { self.press = press }

  public static let terms = Terms.vital

  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws -> KeyFacts
  {
    let delivery = try reads.delivery(receiptToken: press.token)
    var facts = KeyFacts(delivery: delivery, isRepeated: try reads.hasReply(press.id))
    if let delivery, try reads.person(delivery.person) != nil {
      facts.recipient = try reads.recipient(delivery.person)
      facts.checkIn = try reads.signOfLifeFacts(of: delivery.person)
      if delivery.possibleAnswer == .ping {
        facts.pings = try reads.pendingPingParties(to: delivery.person)
      }
      facts.alarm = try delivery.alert.flatMap { try reads.readableEscalationFacts(of: $0) }
    }
    return facts
  }

  public func decide(
    _ facts: KeyFacts, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<ReplyMessage?> {
    try KeyRules.press(press, facts, moment: moment)
  }
}
