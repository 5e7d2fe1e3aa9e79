import Foundation
import LifeSignalModel
import Testing

@Suite struct `What a text does` {
  private static let called = Escalation(
    alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, step: 2, calls: 2,
    nextFireAt: Cast.start + 900, gen: 3, told: ["2", "3"])

  private func reply(_ text: String, from number: String = "+15550100001") -> Reply {
    Reply(id: "SM7", from: number, text: text)
  }

  private func receive(
    _ text: String, from number: String = "+15550100001", _ facts: ReplyFacts
  ) throws -> Decided<ReplyMessage?> {
    try ReplyRules.receive(reply(text, from: number), facts, moment: Cast.moment(60))
  }

  private func mara(_ change: (inout ReplyFacts) -> Void = { _ in }) -> ReplyFacts {
    var facts = ReplyFacts(sender: Cast.mara, checkIn: Cast.facts())
    change(&facts)
    return facts
  }

  private func theo(
    _ rows: [Escalation] = [called], _ change: (inout EscalationFacts) -> Void = { _ in }
  ) -> ReplyFacts {
    ReplyFacts(
      sender: Cast.theo,
      alarms: rows.map { row in
        var facts = `Calling responders`.facts(row, responders: [Cast.theo, Cast.ines])
        change(&facts)
        return facts
      }, marks: ["50": ReplyMark("ACDE")])
  }

  private func answer(_ decided: Decided<ReplyMessage?>) -> ReplyAnswer? {
    decided.answer.flatMap(\.self)?.answer
  }

  @Test func `LATER has the reminder come again, or says why not`() throws {
    var watch = Cast.watch()
    // A reminder came a minute ago; the deadline is in two hours.
    let deadline = Cast.start + 7_200
    watch.deadline = deadline
    watch = WatchSchedule.waiting(watch, after: Cast.start + 1, NotificationPreferences())
    let later = try receive("Later", mara { $0.checkIn = Cast.facts(watch) })
    #expect(answer(later) == .snoozed)
    #expect(later.decision.watch?.nextFireAt == Cast.start + 60 + 1_800)
    #expect(later.decision.watch?.deadline == deadline)
    // A mark is needed only by what ends or stops something.
    let alarmed = try receive(
      "LATER",
      mara {
        $0.checkIn = Cast.facts(watch)
        $0.ownMark = ReplyMark("ACDE")
      })
    #expect(answer(alarmed) == .snoozed)
    let early = try receive("LATER", mara { $0.checkIn = Cast.facts(Cast.watch()) })
    #expect(answer(early) == .refused(.noReminderOut))
    #expect(early.mutations == [.insertReply("SM7", at: Cast.start + 60)])
  }

  private func isUnheard(_ decided: Decided<ReplyMessage?>) -> Bool {
    decided.decision == Decision(.unchanged) && answer(decided) == nil
  }

  private let heard = Mutation.insertReply("SM7", at: Cast.start + 60)

  // MARK: Who

  @Test(arguments: ["OK", "1", "ON IT", "STOP", "START", "what?"])
  func `from an unknown number does nothing and gets no answer`(text: String) throws {
    let nobody = ReplyFacts(sender: nil, checkIn: Cast.facts(), alarms: theo().alarms)
    #expect(isUnheard(try receive(text, nobody)))
    // Facts of another person under this number would be our mistake, and must not count.
    #expect(isUnheard(try receive(text, from: "+15550100009", mara())))
  }

  @Test(arguments: ["OK", "1", "ON IT", "STOP", "START", "what?"])
  func `is heard once`(text: String) throws {
    #expect(try receive(text, mara()).mutations.contains(heard))
    #expect(isUnheard(try receive(text, mara { $0.isRepeated = true })))
  }

  @Test(arguments: [Actor.visitor, .person("1")])
  func `is accepted only from the carrier`(actor: Actor) {
    #expect(throws: Refusal.notAllowed) { try ReceiveReply.Asker(actor) }
  }

  @Test func `is answered in the sender's language`() throws {
    let decision = try receive("?", mara { $0.sender?.person.language = .arabic })
    #expect(decision.answer == ReplyMessage(.help, .arabic))
    #expect(try receive("?", mara()).answer == ReplyMessage(.help, .english))
  }

  // MARK: OK

  @Test func `ok checks in, and the record says how`() throws {
    let decision = try receive("ok", mara())
    #expect(answer(decision) == .checkedIn)
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
    let entry = try #require(decision.timeline.first { $0.kind == .checkedIn })
    #expect(entry.details.channel == .sms && entry.details.source == .manual)
    let keys = decision.mutations.compactMap {
      if case .insertCheckIn(let checkIn) = $0 { checkIn.clientKey } else { nil }
    }
    #expect(keys == ["sms:SM7"])
  }

  @Test func `ok does not count for another person's countdown`() throws {
    var facts = mara()
    facts.sender = Cast.theo
    let decision = try receive("ok", from: "+15550100002", facts)
    #expect(answer(decision) == .help && decision.watch == nil)
  }

  @Test func `ok answers the pings that wait as well`() throws {
    let one = try receive("ok", mara { $0.pings = [pending(from: Cast.theo)] })
    #expect(answer(one) == .checkedIn)
    #expect(one.watch?.lastCheckIn == Cast.start + 60)
    #expect(one.told.contains("2 pingResponded"))
    #expect(one.timeline.contains { $0.kind == .checkedIn })
    let two = try receive(
      "ok", mara { $0.pings = [pending(from: Cast.theo), pending(from: Cast.ines)] })
    #expect(two.told.contains("2 pingResponded") && two.told.contains("3 pingResponded"))
    #expect(two.mutations.count { if case .updatePing = $0 { true } else { false } } == 2)
    #expect(two.mutations.count { $0 == heard } == 1)
  }

  @Test func `ok answers no ping of others, and none that is over`() throws {
    let decision = try receive(
      "ok",
      mara {
        $0.pings = [pending(from: Cast.theo, to: Cast.ines), pending(from: Cast.theo, .expired)]
      })
    #expect(answer(decision) == .checkedIn)
    #expect(!decision.mutations.contains { if case .updatePing = $0 { true } else { false } })
  }

  // MARK: 1

  private func pending(
    from sender: Recipient, to recipient: Recipient = Cast.mara, _ status: PingStatus = .pending
  ) -> PingParties {
    PingParties(
      ping: Cast.ping(from: sender, to: recipient, status: status), sender: sender,
      recipient: recipient)
  }

  @Test func `1 answers the ping that waits`() throws {
    let decision = try receive("1", mara { $0.pings = [pending(from: Cast.theo)] })
    #expect(answer(decision) == .pingAnswered)
    #expect(decision.told == ["1 checkInCompleted", "2 pingResponded"])
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
    let entry = try #require(decision.timeline.first { $0.kind == .checkedIn })
    #expect(entry.details.channel == .sms)
  }

  @Test func `1 answers all that wait`() throws {
    let decision = try receive(
      "1", mara { $0.pings = [pending(from: Cast.theo), pending(from: Cast.ines)] })
    #expect(answer(decision) == .pingAnswered)
    #expect(
      Array(decision.told.prefix(3)) == [
        "1 checkInCompleted", "2 pingResponded", "3 pingResponded",
      ])
  }

  @Test func `1 answers no ping of others, and none that is over`() throws {
    let others = [
      pending(from: Cast.theo, to: Cast.ines), pending(from: Cast.theo, .expired),
    ]
    let decision = try receive("1", mara { $0.pings = others })
    #expect(answer(decision) == .noPing && decision.mutations == [heard])
  }

  // MARK: ON IT

  @Test func `on it takes the alarm the sender was called for`() throws {
    let decision = try receive("on it acde", from: "+15550100002", theo())
    #expect(answer(decision) == .onIt("Mara Lindqvist"))
    #expect(decision.escalation?.holder == "2")
  }

  @Test func `on it about a duress alert is answered with the warning`() throws {
    var facts = theo()
    facts.alarms[0].alert.kind = .duress
    let careful =
      "Thank you. You are looking after Mara Lindqvist. Do not call or text Mara Lindqvist."
    let decision = try receive("on it acde", from: "+15550100002", facts)
    #expect(answer(decision)?.phrase.english == careful)
    // Also about another alert of the same person, to those who know.
    var other = theo()
    var silent = other.alarms[0]
    silent.alert.id = "51"
    silent.alert.kind = .duress
    other.alarms.append(silent)
    let more = try receive("on it acde", from: "+15550100002", other)
    #expect(answer(more)?.phrase.english == careful)
    other.alarms[1].escalation.told = ["3"]
    let unknowing = try receive("on it acde", from: "+15550100002", other)
    #expect(answer(unknowing) == .onIt("Mara Lindqvist"))
  }

  @Test func `on it joins where another responder has the alarm`() throws {
    var held = Self.called
    held.stage = .held
    held.holder = "3"
    let decision = try receive("on it acde", from: "+15550100002", theo([held]))
    #expect(answer(decision) == .comingToo("Mara Lindqvist"))
    #expect(decision.escalation?.holder == "3" && decision.escalation?.helper("2").isComing == true)
    held.offeredTo = "2"
    #expect(
      answer(try receive("on it acde", from: "+15550100002", theo([held])))
        == .onIt("Mara Lindqvist"))
  }

  @Test func `on it takes the first that waits, and confirms one that asks`() throws {
    var held = Self.called
    held.stage = .held
    held.holder = "2"
    let decision = try receive("on it acde", from: "+15550100002", theo([held, Self.called]))
    #expect(decision.escalation?.gen == 4, "the one nobody has, not the one that is theirs")
    #expect(decision.mutations.count == 2)
    held.stage = .asked
    let confirmed = try receive("on it acde", from: "+15550100002", theo([held]))
    #expect(confirmed.escalation?.stage == .held)
    held.stage = .held
    let again = try receive("on it acde", from: "+15550100002", theo([held]))
    #expect(answer(again) == .onIt("Mara Lindqvist") && again.mutations == [heard])
  }

  @Test
  func `on it takes no alert that is over, hidden from the sender, or that did not call them`()
    throws
  {
    var untold = Self.called
    untold.told = ["3"]
    var over = Self.called
    over.endedAt = Cast.start
    for facts in [
      theo([untold]), theo([over]), theo([]), theo([Self.called]) { $0.responders = [Cast.ines] },
      theo([Self.called]) { $0.alert.endedAt = Cast.start },
    ] {
      let decision = try receive("on it acde", from: "+15550100002", facts)
      #expect(answer(decision) == .noAlarm && decision.mutations == [heard])
    }
    // No one answers their own alert.
    var own = theo()
    own.sender = Cast.mara
    #expect(answer(try receive("on it acde", own)) == .noAlarm)
  }

  // MARK: Marks

  @Test(arguments: ["on it", "ON IT ACDF", "on it acde x"])
  func `on it without the alarm's mark is answered by what to send`(text: String) throws {
    let decision = try receive(text, from: "+15550100002", theo())
    #expect(decision.mutations == [heard])
    #expect(answer(decision) == (text.count > 10 ? .help : .needsMark(.alarm, "ACDE")))
  }

  @Test func `while an own alert is on, ok and 1 need its mark`() throws {
    let facts = mara {
      $0.ownMark = ReplyMark("WXY3")
      $0.pings = [pending(from: Cast.theo)]
    }
    #expect(answer(try receive("ok", facts)) == .needsMark(.checkIn, "WXY3"))
    #expect(answer(try receive("1 AAAA", facts)) == .needsMark(.ping, "WXY3"))
    #expect(try receive("ok", facts).mutations == [heard])
    #expect(answer(try receive("Ok, wxy3!", facts)) == .checkedIn)
    #expect(answer(try receive("1 wxy3", facts)) == .pingAnswered)
    #expect(answer(try receive("ok wxy3", mara())) == .checkedIn, "before an alert it does no harm")
  }

  @Test func `only the mark of a message to its sender proves a text`() {
    func isProven(_ text: String, _ facts: ReplyFacts) -> Bool {
      ReplyRules.isProven(Reply(id: "SM1", from: "+15550100001", text: text), facts)
    }
    let own = mara { $0.ownMark = ReplyMark("WXY3") }
    #expect(isProven("ok wxy3", own) && isProven("1 WXY3", own))
    #expect(!isProven("ok", own) && !isProven("ok acde", own) && !isProven("hello wxy3", own))
    #expect(!isProven("ok wxy3", mara()))
    #expect(isProven("on it acde", theo()) && !isProven("on it", theo()))
  }

  // MARK: STOP and START

  @Test func `stop switches off the number's text messages and nothing else, and says so`() throws {
    var sender = Cast.mara
    let voice = Channel(
      id: "19", person: "1", kind: .voice, address: "+15550100001", createdAt: Cast.start)
    let other = Channel(
      id: "18", person: "1", kind: .sms, address: "+15550100077", createdAt: Cast.start)
    sender.channels += [voice, other]
    let decision = try receive("STOP", mara { $0.sender = sender })
    #expect(answer(decision) == .stopped)
    #expect(decision.mutations == [.disableChannel("10", at: Cast.start + 60), heard])
    #expect(decision.notifications.map(\.title) == ["Text messages switched off"])
    #expect(decision.deliveries.map(\.channel) == ["18"], "every other channel that carries news")
    #expect(decision.warnings.count == 1)
  }

  @Test func `stop notifies the people whom the sender watches over`() throws {
    let decision = try receive("STOP", mara { $0.dependents = [Cast.theo] })
    #expect(decision.told == ["1 system", "2 system"])
    #expect(decision.deliveries.map(\.person) == ["2"])
  }

  @Test func `stop again is stopped already`() throws {
    let decision = try receive("STOP", mara { $0.sender?.channels = [] })
    #expect(answer(decision) == .stopped && decision.mutations == [heard])
    #expect(decision.notifications.isEmpty)
  }

  @Test(arguments: Channel.Off.allCases)
  func `stop is remembered where a switch or a code would bring the texts back`(
    off: Channel.Off
  ) throws {
    var former = try #require(Cast.mara.channels.first)
    former.disabledAt = Cast.start
    former.off = off
    let decision = try receive(
      "STOP",
      mara {
        $0.sender?.channels = []
        $0.former = former
      })
    var stopped = former
    stopped.off = .stopped
    let isNews = off == .byPerson || off == .unverified
    #expect(answer(decision) == .stopped)
    #expect(decision.mutations == (isNews ? [.updateChannel(stopped), heard] : [heard]))
    let facts = ChannelFacts(me: Cast.mara, all: [stopped], able: [.sms], offered: [.sms])
    #expect(throws: Refusal.channelUnverified) {
      try ChannelRules.setOn(stopped.id, true, facts, moment: Cast.moment())
    }
  }

  @Test func `start switches them on again`() throws {
    let decision = try receive("START", mara { $0.sender?.channels = [] })
    #expect(answer(decision) == .started)
    let channels = decision.mutations.compactMap {
      if case .insertChannel(let channel) = $0 { channel } else { nil }
    }
    #expect(channels.map(\.kind) == [.sms] && channels.map(\.person) == ["1"])
    #expect(channels.map(\.address) == ["+15550100001"])
  }

  @Test func `anything else changes nothing and gets a list of what would`() throws {
    let decision = try receive("Who is this?", mara())
    #expect(answer(decision) == .help && decision.mutations == [heard])
  }
}
