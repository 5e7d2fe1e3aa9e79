import Foundation
import LifeSignalModel
import Testing

@Suite struct `A session that began with a text alone` {
  private static let held = Refusal.heldAfterSignIn(retryAfter: 86_400 - 60)

  /// It began at the start.
  private func session(proven seconds: TimeInterval = 0) -> Session {
    Session(
      id: "5", person: "1", tokenHash: Data([1]), createdAt: Cast.start,
      expiresAt: Cast.start + 90 * 86_400, provenAt: Cast.start + seconds)
  }

  private func passkey(used seconds: TimeInterval?) -> Passkey {
    Passkey(
      id: "7", person: "1", credentialID: Data([7]), publicKey: Data(), name: "Phone",
      createdAt: Cast.start - 60, lastUsedAt: seconds.map { Cast.start + $0 })
  }

  private func channel(
    _ kind: ChannelKind = .email, off: Channel.Off? = nil, at seconds: TimeInterval? = nil
  ) -> Channel {
    Channel(
      id: "11", person: "1", kind: kind, address: "a@example.org", createdAt: Cast.start - 60,
      disabledAt: seconds.map { Cast.start + $0 }, off: off)
  }

  private func check(
    _ session: Session?, _ passkeys: [Passkey] = [], _ channels: [Channel] = [],
    at seconds: TimeInterval = 60
  ) throws {
    try HoldRules.check(
      session, of: Cast.mara.person, passkeys: passkeys, channels: Cast.mara.channels + channels,
      at: Cast.start + seconds)
  }

  @Test func `is held for a day where there was a passkey or another channel`() throws {
    #expect(throws: Self.held) { try check(session(), [passkey(used: nil)]) }
    #expect(throws: Self.held) { try check(session(), [], [channel()]) }
    try check(session())
    try check(session(), [passkey(used: nil)], [channel()], at: 86_400)
    try check(nil, [passkey(used: nil)], [channel()])
  }

  @Test(arguments: [-30, 30, 59] as [TimeInterval])
  func `is proven by no passkey that was used elsewhere`(used: TimeInterval) {
    #expect(throws: Self.held) { try check(session(proven: 40), [passkey(used: used)]) }
  }

  @Test(arguments: [(0, 0), (40, 40), (40.0004, 40)] as [(TimeInterval, TimeInterval)])
  func `is proven by the passkey it began with, or was proven with last`(
    proven: TimeInterval, used: TimeInterval
  ) {
    #expect(throws: Never.self) { try check(session(proven: proven), [passkey(used: used)]) }
  }

  @Test func `is held as long as its start cannot be read, unless a passkey proves it`() throws {
    var young = session(proven: 40)
    young.isAgeKnown = false
    let (unknown, later) = (young, TimeInterval(10 * 86_400))
    let held = Refusal.heldAfterSignIn(retryAfter: 86_400)
    #expect(throws: held) { try check(unknown, [], [channel()], at: later) }
    #expect(throws: held) { try check(unknown, [], [channel(.webPush, at: -30)], at: later) }
    #expect(throws: held) { try check(unknown, [passkey(used: 0)], at: later) }
    try check(unknown, [passkey(used: 40)], [channel()], at: later)
    try check(unknown, at: later)
  }

  @Test func `is held also when it has signed out the device that was the other channel`() throws {
    #expect(throws: Self.held) { try check(session(), [], [channel(.webPush, at: 30)]) }
    try check(session(), [], [channel(.webPush, at: -30)])
  }

  @Test(arguments: [Channel.Off.byPerson, .removed, .stopped])
  func `is held by a channel that was lost before`(off: Channel.Off) {
    #expect(throws: Self.held) { try check(session(), [], [channel(off: off, at: -30)]) }
  }

  @Test func `is not held by an address that has only ever waited for its code`() throws {
    try check(session(), [], [channel(off: .unverified, at: -60)])
    var known = channel(off: .unverified, at: -30)
    known.heardAt = Cast.start - 50
    #expect(throws: Self.held) { try check(session(), [], [known]) }
  }
}
