import Foundation

/// The stored facts about the sender of a text.
public struct ReplyFacts: Equatable, Sendable {
  /// The member with this number, if any. A number belongs to a member only after they entered a
  /// code that was sent to it.
  public var sender: Recipient?
  /// The row of the number as a channel of texts, on or off; needed for STOP.
  public var former: Channel?
  /// This very message was handled before.
  public var isRepeated: Bool
  /// The sender's; needed for a check-in.
  public var checkIn: CheckInFacts?
  /// Pending pings to the sender, oldest first.
  public var pings: [PingParties]
  /// Alerts that the sender was notified of, the newest message first.
  public var alarms: [EscalationFacts]
  /// The marks of the messages about them.
  public var marks: [AlertRecord.ID: ReplyMark]
  /// The mark that a check-in by text must contain while an alert of the sender is on; nil otherwise, and
  /// for a duress alert.
  public var ownMark: ReplyMark?
  /// Those whose responder the sender is; needed for STOP.
  public var dependents: [Recipient]

  public init(
    sender: Recipient?, former: Channel? = nil, isRepeated: Bool = false,
    checkIn: CheckInFacts? = nil,
    pings: [PingParties] = [], alarms: [EscalationFacts] = [],
    marks: [AlertRecord.ID: ReplyMark] = [:], ownMark: ReplyMark? = nil,
    dependents: [Recipient] = []
  ) {
    self.sender = sender
    self.former = former
    self.isRepeated = isRepeated
    self.checkIn = checkIn
    self.pings = pings
    self.alarms = alarms
    self.marks = marks
    self.ownMark = ownMark
    self.dependents = dependents
  }
}

extension ReplyFacts {
  fileprivate func pings(waitingFor me: Person.ID) -> [PingParties] {
    pings.filter { $0.ping.recipient == me && $0.ping.status == .pending }
  }
}

extension Recipient {
  /// Their own number, or one they have added and proved.
  fileprivate func isReached(at number: String) -> Bool {
    person.phoneNumber == number || channels.contains { $0.kind == .sms && $0.address == number }
  }
}

/// Carries out what a text message asks for, only for the person whose number it comes from.
///
/// A sender can be forged. While an alert is on, a text that would end or stop something counts
/// only with the mark that the person alone has read; the answer to a text without it explains what
/// to send.
public enum ReplyRules {
  /// Does nothing and sends no answer for a number of no member, so that no answer reveals who is a
  /// member.
  /// The same message again changes nothing and is not answered again.
  public static func receive(
    _ reply: Reply, _ facts: ReplyFacts, moment: Moment
  ) throws(Refusal) -> Decided<ReplyMessage?> {
    guard let sender = facts.sender, sender.isReached(at: reply.from), !facts.isRepeated
    else { return Decided(Decision(.unchanged), nil) }
    var (answer, decision) = try act(reply, sender, facts, moment)
    decision.mutations.append(.insertReply(reply.id, at: moment.now.storable))
    return Decided(decision, ReplyMessage(answer, sender.person.language ?? .english))
  }

  private static func act(
    _ reply: Reply, _ sender: Recipient, _ facts: ReplyFacts, _ moment: Moment
  ) throws(Refusal) -> (ReplyAnswer, Decision) {
    let me = sender.person.id
    let text = ReplyText(reply.text)
    switch text.word {
    case .fine, .one:
      let mine = facts.pings(waitingFor: me)
      let isAboutPing = text.word == .one
      if let mark = facts.ownMark, mark != text.mark {
        return (.needsMark(isAboutPing ? .ping : .checkIn, mark.text), Decision())
      }
      // It may be meant for an alert: then "you have checked in" would sound like an answer to that.
      if isAboutPing, mine.isEmpty { return (.noPing, Decision()) }
      guard let checkIn = facts.checkIn, checkIn.me.person.id == me else {
        return (.help, Decision())
      }
      var decision = CheckInRules.checkIn(
        checkIn, clientKey: CheckIn.KeyPrefix.sms.key(reply.id), at: nil, channel: .sms,
        moment: moment
      ).decision
      // The sender was asked whether they are well, and this text is the answer.
      PingClosingRules.answer(mine, me: sender, &decision, moment)
      return (isAboutPing ? .pingAnswered : .checkedIn, decision)
    case .onIt:
      let named = facts.alarms.filter { facts.marks[$0.alert.id] == text.mark }
      if text.mark != nil, !named.isEmpty {
        return try acknowledge(named, among: facts.alarms, by: me, moment)
      }
      guard let alarm = answerable(facts.alarms, by: me), let mark = facts.marks[alarm.alert.id]
      else { return (.noAlarm, Decision()) }
      return (.needsMark(.alarm, mark.text), Decision())
    case .later:
      guard let checkIn = facts.checkIn, checkIn.me.person.id == me else {
        return (.help, Decision())
      }
      // It ends and moves nothing, so it needs no mark.
      do {
        return (.snoozed, try SnoozeRules.snooze(checkIn, moment: moment).decision)
      } catch {
        return (.refused(error), Decision())
      }
    case .stop: return (.stopped, stop(reply, sender, facts, moment))
    case .start:
      return (
        .started,
        Decision(mutations: [
          .insertChannel(
            Channel(
              id: Channel.ID(moment.mint()), person: me, kind: .sms, address: reply.from,
              createdAt: moment.now)),
          // Also where they had switched it off or removed it: this is their own word.
          .enableChannel(me, .sms, address: reply.from),
        ])
      )
    case nil: return (.help, Decision())
    }
  }

  /// Whether the text carries the mark of a message that only its reader knows: no one has forged it.
  public static func isProven(_ reply: Reply, _ facts: ReplyFacts) -> Bool {
    guard let mark = ReplyText(reply.text).mark else { return false }
    return mark == facts.ownMark || facts.marks.values.contains(mark)
  }

  /// Answers the newest alert they were called for: one that no one has rather than one to join.
  /// - Parameter known: all alerts they were called for. Where one of the same person is a duress alert, the answer
  ///   says not to call or text.
  static func acknowledge(
    _ alarms: [EscalationFacts], among known: [EscalationFacts], by me: Person.ID, _ moment: Moment
  ) throws(Refusal) -> (ReplyAnswer, Decision) {
    guard let alarm = answerable(alarms, by: me) else { return (.noAlarm, Decision()) }
    let decision = try AcknowledgementRules.acknowledge(alarm, by: me, moment: moment)
    let name = alarm.me.person.name
    let holder = decision.escalation?.holder ?? alarm.escalation.holder
    let answer: ReplyAnswer = holder == me ? .onIt(name) : .comingToo(name)
    let isSilent = known.contains {
      $0.alert.kind == .duress && $0.alert.isOpen && $0.me.person.id == alarm.me.person.id
        && $0.escalation.told.contains(me)
    }
    return (isSilent ? .carefully(answer, name: name) : answer, decision)
  }

  private static func answerable(
    _ alarms: [EscalationFacts], by me: Person.ID
  ) -> EscalationFacts? {
    let open = alarms.filter {
      $0.escalation.isOpen && $0.alert.isOpen && $0.escalation.told.contains(me)
        && $0.me.person.id != me && $0.responder(me) != nil
    }
    let free = open.filter {
      $0.escalation.holder == nil || $0.escalation.holder == me || $0.escalation.offeredTo == me
    }
    // An alert that waits for their answer comes before one that they have answered already.
    let waits = free.first { $0.escalation.holder != me || $0.escalation.stage == .asked }
    return waits ?? free.first ?? open.first
  }

  /// Stops all messages to this number, except the codes that the person requests: signing in with one
  /// switches the channel on again.
  ///
  /// Notifies the person on all their other channels, since anyone can send STOP in their name, and also
  /// the people they watch over.
  private static func stop(
    _ reply: Reply, _ sender: Recipient, _ facts: ReplyFacts, _ moment: Moment
  ) -> Decision {
    var decision = Decision()
    let stopped = sender.channels.filter { $0.kind == .sms && $0.address == reply.from }
    guard !stopped.isEmpty else {
      // Off already, but with a switch that would re-enable it.
      guard var former = facts.former, !former.isOn,
        former.off == .byPerson || former.off == .unverified
      else {
        return decision
      }
      former.off = .stopped
      decision.mutations.append(.updateChannel(former))
      decision.touch(sender.person.id, .channels)
      return decision
    }
    for channel in stopped {
      decision.mutations.append(.disableChannel(channel.id, at: moment.now.storable))
    }
    let notice = Notice(
      .system, "Text messages switched off",
      """
      You have replied STOP, so LifeSignal sends no more text messages to your number. Reply START \
      to get them again.
      """,
      push: .unlessMuted(.information), subject: "stop:\(reply.id)")
    var others = sender
    others.channels.removeAll { channel in stopped.contains { $0.id == channel.id } }
    decision.tell(others, notice, at: moment)
    for dependent in facts.dependents {
      var notice = Notice(
        .system, "Text messages switched off",
        "\(sender.person.name) no longer receives text messages from LifeSignal. Ask them to reply START, or to open LifeSignal.",
        push: .unlessMuted(.information), subject: "stopped:\(reply.id)")
      notice.relatedContact = sender.person.id
      decision.tell(dependent, notice, at: moment)
    }
    return decision
  }
}
