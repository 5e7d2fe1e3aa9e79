import Foundation

/// The stored facts about the message that a call reads out, and about the person who pressed a
/// key.
public struct KeyFacts: Equatable, Sendable {
  /// Nil for a token that names no message.
  public var delivery: Delivery?
  /// A key of this call was handled before.
  public var isRepeated: Bool
  /// The recipient of the message.
  public var recipient: Recipient?
  /// Theirs; needed for a check-in.
  public var checkIn: CheckInFacts?
  /// The alert the message is about.
  public var alarm: EscalationFacts?
  /// The pings pending for the recipient; needed where the message is about one.
  public var pings: [PingParties]

  public init(
    delivery: Delivery?, isRepeated: Bool = false, recipient: Recipient? = nil,
    checkIn: CheckInFacts? = nil, alarm: EscalationFacts? = nil, pings: [PingParties] = []
  ) {
    self.delivery = delivery
    self.isRepeated = isRepeated
    self.recipient = recipient
    self.checkIn = checkIn
    self.alarm = alarm
    self.pings = pings
  }
}

/// Key 1 does what the message offers, and only for the person it was sent to.
public enum KeyRules {
  /// - Throws: ``Refusal/receiptUnknown`` for a token that names no message.
  public static func press(
    _ press: KeyPress, _ facts: KeyFacts, moment: Moment
  ) throws(Refusal) -> Decided<ReplyMessage?> {
    guard let delivery = facts.delivery, let recipient = facts.recipient,
      delivery.person == recipient.person.id
    else { throw .receiptUnknown }
    let language = recipient.person.language ?? .english
    guard press.keys == "1" else { return Decided(Decision(), ReplyMessage(.unknownKey, language)) }
    guard !facts.isRepeated else { return Decided(Decision(.unchanged), nil) }
    var (answer, decision) = try act(press, delivery, recipient.person.id, facts, moment)
    decision.mutations.append(.insertReply(press.id, at: moment.now.storable))
    return Decided(decision, ReplyMessage(answer, language))
  }

  private static func act(
    _ press: KeyPress, _ delivery: Delivery, _ me: Person.ID, _ facts: KeyFacts, _ moment: Moment
  ) throws(Refusal) -> (ReplyAnswer, Decision) {
    switch delivery.possibleAnswer {
    case .alarm:
      guard let alarm = facts.alarm, alarm.alert.id == delivery.alert else {
        return (.noAlarm, Decision())
      }
      return try ReplyRules.acknowledge([alarm], among: [alarm], by: me, moment)
    case .checkIn, .reminder, .ping:
      guard let checkIn = facts.checkIn, checkIn.me.person.id == me else {
        return (.heard, Decision())
      }
      var decision = CheckInRules.checkIn(
        checkIn, clientKey: CheckIn.KeyPrefix.voice.key(press.id), at: nil, channel: .voice,
        moment: moment
      ).decision
      PingClosingRules.answer(facts.pings, me: checkIn.me, &decision, moment)
      return (facts.pings.isEmpty ? .checkedIn : .pingAnswered, decision)
    case nil: return (.heard, Decision())
    }
  }
}
