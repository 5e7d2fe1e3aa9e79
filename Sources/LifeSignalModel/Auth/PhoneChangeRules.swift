import Foundation

/// The stored facts about a person who changes their phone number.
public struct PhoneChangeFacts: Equatable, Sendable {
  public var me: Recipient
  public var code: OneTimeCode?
  /// The result of comparing hashes.
  public var isRight: Bool
  /// The person who has the new number now, if any.
  public var holder: Person?

  public init(me: Recipient, code: OneTimeCode?, isRight: Bool, holder: Person? = nil) {
    self.me = me
    self.code = code
    self.isRight = isRight
    self.holder = holder
  }
}

/// Moving to a new number: the account, its relations and its sessions stay.
public enum PhoneChangeRules {
  /// Sends a code to the new number. The caller learns whether the number belongs to another member
  /// only after the right code has proven that it is the caller's.
  public static func requestCode(
    _ code: OneTimeCode, of me: Person, recent: [OneTimeCode], moment: Moment
  ) throws(Refusal) -> Decision {
    guard code.phoneNumber != me.phoneNumber else { throw .phoneNumberUnchanged }
    return try AuthRules.requestCode(code, recent: recent, moment: moment)
  }

  /// With the right code the account gets the new number, and messages addressed to the old one go
  /// to the new one. The last message to the old number announces the change: its owner may not
  /// have wanted it.
  ///
  /// All devices stop receiving push messages. A device that is still the person's subscribes again
  /// automatically when a signed-in page loads or the signed-in app opens there.
  public static func change(
    _ facts: PhoneChangeFacts, moment: Moment
  ) throws(Refusal) -> Decided<PhoneNumberAnswer> {
    let old = facts.me.person
    var (code, decision) = try CodeRules.spend(
      facts.code, for: .numberChange(old.id), isRight: facts.isRight, moment: moment)
    guard decision.refusal == nil else { return Decided(refused: decision) }
    if let holder = facts.holder, holder.id != old.id {
      // The right code is used up even so.
      decision.refusal = .phoneNumberTaken
      return Decided(refused: decision)
    }
    var person = old
    person.phoneNumber = code.phoneNumber
    person.phoneRegion = code.phoneRegion
    person.updatedAt = moment.now
    decision.events.append(.phoneNumberChanged(person.id))
    decision.mutations.append(.updatePerson(person))
    guard !old.phoneNumber.isEmpty else {
      return add(code, to: person, telling: facts.me, &decision, moment)
    }
    decision.mutations.append(
      .moveChannels(person.id, from: old.phoneNumber, to: person.phoneNumber))
    decision.mutations += facts.me.channels.filter(\.kind.isPush)
      .map { .disableChannel($0.id, at: moment.now.storable) }
    // The old number stays on file for a day, so that it still gets security notices.
    for channel in facts.me.channels
    where channel.kind == .sms && channel.address == old.phoneNumber {
      decision.mutations.append(
        .insertChannel(
          Channel(
            id: Channel.ID(moment.mint()), person: person.id, kind: .sms, address: old.phoneNumber,
            createdAt: channel.createdAt, disabledAt: moment.now.storable, off: .removed)))
    }
    // To the old number, and to all other channels. Browsers and phones have just been
    // disconnected.
    var former = facts.me
    former.channels.removeAll(where: \.kind.isPush)
    decision.tell(former, notice(code.id), at: moment)
    decision.touch(person.id, .user)
    return Decided(decision, PhoneNumberAnswer(phoneNumber: person.phoneNumber))
  }

  /// The first number of an account that had none: it becomes a channel, and all others stay as they are.
  private static func add(
    _ code: OneTimeCode, to person: Person, telling me: Recipient, _ decision: inout Decision,
    _ moment: Moment
  ) -> Decided<PhoneNumberAnswer> {
    for kind in moment.channels.signUp {
      decision.mutations.append(
        .insertChannel(
          Channel(
            id: Channel.ID(moment.mint()), person: person.id, kind: kind,
            address: code.phoneNumber, createdAt: moment.now)))
    }
    var notice = notice(code.id)
    notice.pushBody = "A phone number was added to your LifeSignal account."
    decision.tell(me, notice, at: moment)
    decision.touch(person.id, .user)
    return Decided(decision, PhoneNumberAnswer(phoneNumber: person.phoneNumber))
  }

  private static func notice(_ code: OneTimeCode.ID) -> Notice {
    var notice = Notice(
      .system, "Phone number updated", "Your phone number has been successfully updated.",
      push: .unlessMuted(.information), subject: "phone:\(code)")
    notice.pushBody = "Your LifeSignal account now uses another phone number."
    return notice
  }
}
