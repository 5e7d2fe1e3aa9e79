import Foundation
import LifeSignalModel
import Testing

@Suite struct `A person's own channels` {
  static func channel(
    _ id: Channel.ID, _ kind: ChannelKind = .sms, _ address: String? = nil,
    _ change: (inout Channel) -> Void = { _ in }
  ) -> Channel {
    var channel = Channel(
      id: id, person: "1", kind: kind, address: address ?? "\(kind.rawValue)-\(id)",
      createdAt: Cast.start)
    change(&channel)
    return channel
  }

  static func facts(
    _ all: [Channel], able: Set<ChannelKind> = [.sms, .email, .webPush],
    offered: [ChannelKind] = [.sms, .email]
  ) -> ChannelFacts {
    var me = Cast.mara
    me.channels = all.filter(\.isOn)
    return ChannelFacts(me: me, all: all, able: able, offered: offered)
  }

  private func code(
    _ address: String, _ kind: ChannelKind = .email, person: Person.ID = "1"
  ) -> OneTimeCode {
    OneTimeCode(
      id: "c", phoneNumber: address, phoneRegion: .unitedStates, hash: Data([7]),
      createdAt: Cast.start, expiresAt: Cast.start + 300, purpose: .channel(person, kind))
  }

  private func request(
    _ facts: ChannelFacts, _ kind: ChannelKind = .email, at address: String = "a@example.org",
    recent: [OneTimeCode] = []
  ) throws -> Decision {
    try ChannelRules.requestCode(
      code(address, kind), kind: kind, facts, recent: recent, moment: Cast.moment())
  }

  private func verify(
    _ facts: ChannelFacts, _ code: OneTimeCode?, isRight: Bool = true
  ) throws -> Decision {
    try ChannelRules.verify(
      code, isRight: isRight, facts, moment: Cast.moment(10))
  }

  private func stored(_ decision: Decision) -> [Channel] {
    decision.mutations.compactMap {
      switch $0 {
      case .insertChannel(let channel), .updateChannel(let channel): channel
      default: nil
      }
    }
  }

  private static let phone = channel("10", .sms, Cast.mara.person.phoneNumber)
  private static let mail = channel("11", .email, "a@example.org")
  private static let waiting = channel("11", .email, "a@example.org") {
    $0.disabledAt = Cast.start
    $0.off = .unverified
  }

  // MARK: Adding

  @Test func `a new channel waits for its code, and gets no other message`() throws {
    let decision = try request(Self.facts([Self.phone]))
    let added = try #require(stored(decision).first)
    #expect(added.off == .unverified && !added.isOn)
    #expect(decision.deliveries.isEmpty)
    let codes = decision.mutations.compactMap {
      if case .insertCode(let code) = $0 { code } else { nil }
    }
    #expect(codes.map(\.id) == ["c"] && codes.map(\.expiresAt) == [Cast.start + 300])
  }

  @Test func `a kind that no courier carries is refused`() {
    #expect(throws: Refusal.channelNotOffered) {
      try request(Self.facts([Self.phone], offered: [.sms]))
    }
  }

  @Test func `an existing channel, on or switched off, is not added again`() {
    let off = Self.channel("11", .email, "a@example.org") {
      $0.disabledAt = Cast.start
      $0.off = .byPerson
    }
    for channel in [Self.mail, off] {
      #expect(throws: Refusal.channelExists) { try request(Self.facts([Self.phone, channel])) }
    }
  }

  @Test func `codes to one address are as few as those to one number`() {
    let recent = (0..<AuthLimits().codesPerNumber).map { _ in code("a@example.org") }
    #expect(throws: Refusal.tooManyCodes(retryAfter: 900)) {
      try request(Self.facts([Self.phone]), recent: recent)
    }
  }

  @Test func `there are at most twenty`() {
    let many = (0..<ChannelRules.most).map {
      Self.channel(Channel.ID(rawValue: "\(30 + $0)"), .email)
    }
    #expect(throws: Refusal.tooManyChannels) { try request(Self.facts(many)) }
  }

  @Test func `the right code puts it to use and tells every other way`() throws {
    let decision = try verify(
      Self.facts([Self.phone, Self.waiting]), code("a@example.org"))
    #expect(stored(decision).first?.isOn == true)
    #expect(decision.deliveries.map(\.channel) == ["10"])
    #expect(decision.timeline.map(\.kind) == [.channelAdded])
  }

  @Test func `a wrong code counts and changes nothing`() throws {
    let decision = try verify(
      Self.facts([Self.phone, Self.waiting]), code("a@example.org"), isRight: false)
    #expect(decision.refusal == .codeWrong(triesLeft: 4))
    #expect(decision.mutations == [.countAttempt("c", from: 0)])
  }

  @Test func `a code of another person or for another purpose opens nothing`() {
    var signIn = code("a@example.org")
    signIn.purpose = .signIn
    for code in [code("a@example.org", person: "2"), signIn, nil] {
      #expect(throws: Refusal.codeExpired) {
        try verify(Self.facts([Self.phone, Self.waiting]), code)
      }
    }
  }

  @Test func `a channel that was removed while it waited stays removed`() {
    #expect(throws: Refusal.channelNotFound) {
      try verify(Self.facts([Self.phone]), code("a@example.org"))
    }
  }

  // MARK: Order

  @Test func `moving changes the order messages are tried in`() throws {
    let push = Self.channel("12", .webPush)
    let facts = Self.facts([Self.phone, Self.mail, push])
    let moved = stored(try ChannelRules.move("11", .earlier, facts))
    #expect(moved.sorted { $0.position! < $1.position! }.map(\.id) == ["12", "11", "10"])
  }

  @Test func `at the end of the list nothing happens, and a stranger's is not found`() throws {
    let facts = Self.facts([Self.phone, Self.mail])
    #expect(try ChannelRules.move("10", .earlier, facts) == Decision(.unchanged))
    #expect(try ChannelRules.move("11", .later, facts) == Decision(.unchanged))
    #expect(throws: Refusal.channelNotFound) { try ChannelRules.move("99", .later, facts) }
  }

  // MARK: Off, on, away

  @Test func `the last that can carry an alarm stays`() {
    let dead = Self.channel("11", .email) { $0.disabledAt = Cast.start }
    let unable = Self.channel("12", .voice)
    let facts = Self.facts([Self.phone, dead, unable, Self.waiting])
    #expect(throws: Refusal.lastChannel) {
      try ChannelRules.remove("10", facts, moment: Cast.moment())
    }
    #expect(throws: Refusal.lastChannel) {
      try ChannelRules.setOn("10", false, facts, moment: Cast.moment())
    }
  }

  @Test func `the last that alarms come by at night stays`() throws {
    let night = Self.channel("11", .email) { $0.quiet = .everything }
    let facts = Self.facts([Self.phone, night])
    #expect(throws: Refusal.lastChannelAtNight) {
      try ChannelRules.remove("10", facts, moment: Cast.moment())
    }
    #expect(throws: Refusal.lastChannelAtNight) {
      try ChannelRules.setQuiet("10", .everything, facts, moment: Cast.moment())
    }
    #expect(
      stored(try ChannelRules.setQuiet("11", .ignored, facts, moment: Cast.moment())).first?.quiet
        == .ignored)
  }

  @Test func `the own number is kept as removed, so that signing in does not bring it back`()
    throws
  {
    let decision = try ChannelRules.remove(
      "10", Self.facts([Self.phone, Self.mail]), moment: Cast.moment())
    #expect(stored(decision).first?.off == .removed)
    #expect(
      decision.mutations.contains(
        .withdrawFromChannel("10", "1", keepsNotices: true, at: Cast.start)))
    #expect(decision.timeline.map(\.kind) == [.channelRemoved])
    #expect(decision.deliveries.map(\.channel) == ["11"])
  }

  @Test func `any other address stays as removed too, for the news of the day`() throws {
    let decision = try ChannelRules.remove(
      "11", Self.facts([Self.phone, Self.mail]), moment: Cast.moment())
    #expect(stored(decision).first?.off == .removed)
  }

  @Test func `a removed channel that waits for a code is removed again and not forgotten`() throws {
    var removed = Self.mail
    removed.disabledAt = Cast.start
    removed.off = .removed
    let request = try request(Self.facts([Self.phone, removed]))
    let asked = try #require(stored(request).first)
    #expect(asked.off == .unverified && asked.heardAt == Cast.start)
    let again = try ChannelRules.remove(
      "11", Self.facts([Self.phone, asked]), moment: Cast.moment(60))
    #expect(stored(again).map(\.off) == [.removed])
    #expect(stored(again).map(\.disabledAt) == [Cast.start], "the day does not begin again")
    let fresh = try ChannelRules.remove(
      "11", Self.facts([Self.phone, Self.waiting]), moment: Cast.moment(60))
    #expect(fresh.mutations.contains(.deleteChannel("11")))
  }

  @Test func `switching a channel off notifies every channel, including that one`() throws {
    let decision = try ChannelRules.setOn(
      "11", false, Self.facts([Self.phone, Self.mail]), moment: Cast.moment())
    #expect(decision.deliveries.map(\.channel) == ["10", "11"])
    #expect(decision.warnings.count == 1)
  }

  @Test func `changing quiet hours notifies every channel`() throws {
    let hours = QuietHours(
      from: TimeOfDay(minutes: 0)!, until: TimeOfDay(minutes: 900)!, zone: .utc)
    let facts = Self.facts([Self.phone, Self.mail])
    let set = try ChannelRules.setQuietHours(hours, of: facts.me, moment: Cast.moment())
    #expect(set.deliveries.map(\.channel) == ["10", "11"])
    let same = try ChannelRules.setQuietHours(nil, of: facts.me, moment: Cast.moment())
    #expect(same.deliveries.isEmpty)
  }

  @Test func `only what the person has switched off goes on again without a code`() throws {
    var off = Self.mail
    off.disabledAt = Cast.start
    off.off = .byPerson
    let decision = try ChannelRules.setOn(
      "11", true, Self.facts([Self.phone, off]), moment: Cast.moment())
    #expect(stored(decision).first?.isOn == true)
    #expect(throws: Refusal.channelUnverified) {
      try ChannelRules.setOn(
        "11", true, Self.facts([Self.phone, Self.waiting]), moment: Cast.moment())
    }
  }

  // MARK: Tests

  @Test func `a test goes to one channel, at once and with no entry`() throws {
    var facts = Self.facts([Self.phone, Self.mail])
    facts.me.person.quietHours = QuietHours(
      from: TimeOfDay(minutes: 0)!, until: TimeOfDay(minutes: 900)!, zone: .utc)
    let decision = try ChannelTestRules.send("11", facts, moment: Cast.moment())
    #expect(decision.deliveries.map(\.channel) == ["11"])
    #expect(decision.deliveries.first?.nextAttemptAt == Cast.start)
    #expect(decision.deliveries.first?.isTest == true)
    #expect(decision.notifications.isEmpty)
  }

  @Test func `nothing is tested that waits for its code`() {
    #expect(throws: Refusal.channelNotTestable) {
      try ChannelTestRules.send(
        "11", Self.facts([Self.phone, Self.waiting]), moment: Cast.moment())
    }
  }
}
