import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// One spoilt number in what people sign in with must not keep them out of their account for good.
@Suite(.temporaryFolder) struct UnreadableAccessTests {
  private static let spoilt = """
    UPDATE sessions SET created_at = -9223372036854775807, last_seen_at = 9223372036854775807,
      proven_at = 9223372036854775807
    """

  @Test func `a session goes on, as the youngest there can be and without a proof`() async throws {
    let ledger = try await Self.smallWorld()
    #expect(try await ledger.write { try $0.insert(Sample.session(1)) })
    try await ledger.damage(Self.spoilt)
    let session = try #require(try await ledger.read { try $0.session("1") })
    #expect(session.isGood(at: Sample.now) && !session.isAgeKnown && session.lastSeenAt == nil)
    #expect(!ProofRules.isFresh(session.provenAt, at: Sample.now))
    #expect(try await ledger.read { try $0.session(tokenHash: session.tokenHash) } == session)
    #expect(try await ledger.read { try $0.sessions(of: "1", at: Sample.now) } == [session])
    #expect(ledger.unreadableRows == ["sessions": 1])
  }

  @Test func `a session without a stored proof gets none from the hour it was last used in`()
    async throws
  {
    let ledger = try await Self.smallWorld()
    #expect(try await ledger.write { try $0.insert(Sample.session(1)) })
    #expect(try await ledger.write { try $0.apply(.noteSessionUse("1", at: Sample.now)) > 0 })
    try await ledger.damage(
      "UPDATE sessions SET created_at = -9223372036854775807, proven_at = NULL")
    let session = try #require(try await ledger.read { try $0.session("1") })
    #expect(session.createdAt == Sample.now)
    #expect(!ProofRules.isFresh(session.provenAt, at: Sample.now))
  }

  @Test(
    arguments: [
      "expires_at = 9223372036854775807", "expires_at = -9223372036854775807",
      "revoked_at = 9223372036854775807",
    ])
  func `a session whose end cannot be read has ended`(change: String) async throws {
    let ledger = try await Self.smallWorld()
    for number in 1...2 as ClosedRange<Int64> {
      #expect(try await ledger.write { try $0.insert(Sample.session(number)) })
    }
    try await ledger.damage("UPDATE sessions SET \(change) WHERE id = 1")
    let session = try #require(try await ledger.read { try $0.session("1") })
    #expect(!session.isGood(at: Sample.now))
    #expect(
      try await ledger.read { try $0.sessions(of: "1", at: Sample.now) }
        .filter { $0.isGood(at: Sample.now) } == [Sample.session(2)])
  }

  @Test(
    arguments: [
      """
      UPDATE sessions SET created_at = expires_at - 1000, last_seen_at = NULL, proven_at = NULL
      """,
      "UPDATE sessions SET revoked_at = expires_at - 1000", "DELETE FROM sessions",
    ])
  func `a session is counted as long as it is spoilt and has not ended`(end: String) async throws {
    let ledger = try await Self.smallWorld()
    #expect(try await ledger.write { try $0.insert(Sample.session(1)) })
    try await ledger.damage(Self.spoilt)
    _ = try await ledger.read { try $0.session("1") }
    for _ in 0..<2 {
      _ = try await ledger.read { try $0.heartbeat() }
      try await ledger.read { try $0.readDamagedRowsAgain() }
      #expect(ledger.unreadableRows == ["sessions": 1])
    }
    try await ledger.damage(end)
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `a code is worth nothing, and keeps its number from no other`() async throws {
    let ledger = try await Self.smallWorld()
    for id in ["a", "b"] { #expect(try await ledger.write { try $0.insert(Sample.code(id)) }) }
    try await ledger.damage(
      """
      UPDATE one_time_codes SET created_at = 9223372036854775807, expires_at = 9223372036854775807,
        attempts = 9223372036854775807 WHERE id = 'a'
      """)
    let codes = try await ledger.read {
      try $0.oneTimeCodes(phoneNumber: "+15551000001", since: Sample.now)
    }
    #expect(codes.map(\.id) == ["a", "b"])
    #expect(codes.allSatisfy { $0.id == "b" || ($0.expiresAt <= Sample.now && $0.attempts == 5) })
    // Counted by its name, though it has no number.
    _ = try await ledger.read { try $0.oneTimeCode("b") }
    #expect(ledger.unreadableRows == ["one_time_codes": 1])
    try await ledger.damage("UPDATE one_time_codes SET purpose = '?' WHERE id = 'a'")
    #expect(try await ledger.read { try $0.oneTimeCode("a") } == nil)
    #expect(
      try await ledger.read {
        try $0.oneTimeCodes(phoneNumber: "+15551000001", since: Sample.now).map(\.id)
      } == ["b"])
  }

  @Test func `a passkey without its count opens nothing, and is still listed`() async throws {
    let ledger = try await Self.smallWorld()
    let passkey = Passkey(
      id: "7", person: "1", credentialID: Data([7]), publicKey: Data([1, 2]), name: "Phone",
      counter: 3, createdAt: Sample.now)
    #expect(try await ledger.write { try $0.insert(passkey) })
    try await ledger.damage("UPDATE passkeys SET created_at = 9223372036854775807")
    let old = try #require(try await ledger.read { try $0.passkey(credentialID: Data([7])) })
    #expect(old.publicKey == passkey.publicKey && old.createdAt < Sample.now)
    try await ledger.damage("UPDATE passkeys SET counter = 9223372036854775807")
    let lost = try await ledger.read { try $0.passkeys(of: "1") }
    #expect(lost.map(\.publicKey) == [Data()] && lost.map(\.name) == ["Phone"])
    #expect(try await ledger.read { try $0.passkey("7") } == lost.first)
  }

  @Test(
    arguments: [
      ("created_at = 9223372036854775807, last_used_at = -9223372036854775807", true),
      ("expires_at = 9223372036854775807", false), ("revoked_at = 9223372036854775807", false),
    ])
  func `an access token loses only what decides`(change: String, isGood: Bool) async throws {
    let ledger = try await Self.smallWorld()
    let token = AccessToken(
      id: "9", person: "1", hash: Data([9]), name: "Watch", scopes: [.alert],
      createdAt: Sample.now)
    #expect(try await ledger.write { try $0.insert(token) })
    try await ledger.damage("UPDATE access_tokens SET \(change)")
    let found = try #require(try await ledger.read { try $0.accessToken(hash: Data([9])) })
    #expect(found.isGood(at: Sample.now) == isGood && found.scopes == [.alert])
    #expect(try await ledger.read { try $0.accessToken("9") } == found)
    _ = try await ledger.read { try $0.accessTokens(of: "1", at: Sample.now) }
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == ["access_tokens": 1])
    try await ledger.damage("DELETE FROM access_tokens")
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `a request whose start cannot be read is done once where it was done`() async throws {
    let ledger = try await Self.smallWorld()
    let requests = (1...2 as ClosedRange<UInt8>).map {
      KeptRequest(person: "1", name: Data([$0]), content: Data([9]), startedAt: Sample.now)
    }
    try await ledger.write { for request in requests { _ = try $0.insert(request) } }
    #expect(try await ledger.write { try $0.finish(requests[0], at: Sample.now) })
    #expect(try await ledger.write { try $0.keep(Data([4]), of: requests[0]) })
    try await ledger.damage("UPDATE requests SET started_at = 9223372036854775807")
    let steps = try await ledger.read { snapshot in
      try requests.map {
        try RepeatRules.judge(
          snapshot.request($0.name, of: "1"), content: Data([9]), at: Sample.now + 1)
      }
    }
    #expect(steps == [.answer(Data([4])), .begin])
    // Where its end cannot be read either, it may have been done.
    try await ledger.damage(
      "UPDATE requests SET answer = NULL, done_at = 9223372036854775807 WHERE done_at IS NOT NULL")
    let lost = try await ledger.read { try $0.request(requests[0].name, of: "1") }
    for seconds in [1, RepeatRules.patience + 1, RepeatRules.life + 1] {
      #expect(throws: Refusal.answerLost) {
        try RepeatRules.judge(lost, content: Data([9]), at: Sample.now + seconds)
      }
    }
    // Each counts as long as it is damaged, whatever becomes of the other.
    let changes = [
      "UPDATE requests SET started_at = 0, done_at = 0 WHERE done_at IS NOT NULL",
      "DELETE FROM requests WHERE done_at IS NULL",
    ]
    for (change, count) in zip(changes, [2, 1]) {
      #expect(ledger.unreadableRows == ["requests": count])
      try await ledger.damage(change)
      try await ledger.read { try $0.readDamagedRowsAgain() }
    }
    #expect(ledger.unreadableRows == [:])
  }

  @Test(arguments: ["content", "answer"])
  func `a request with a damaged value is not done again, and noted`(column: String) async throws {
    let ledger = try await Self.smallWorld()
    let request = KeptRequest(
      person: "1", name: Data([1]), content: Data([9]), startedAt: Sample.now)
    // Its changes are none, so only the answer shows that it was carried out.
    #expect(try await ledger.write { try $0.insert(request) })
    #expect(try await ledger.write { try $0.keep(Data([4]), of: request) })
    try await ledger.damage(
      """
      CREATE TABLE damaged AS SELECT * FROM requests;
      DROP TABLE requests;
      ALTER TABLE damaged RENAME TO requests;
      UPDATE requests SET \(column) = 'text';
      """)
    let known = try await ledger.read { try $0.request(request.name, of: "1") }
    for seconds in [1, RepeatRules.patience + 1] {
      #expect(throws: Refusal.answerLost) {
        try RepeatRules.judge(known, content: Data([9]), at: Sample.now + seconds)
      }
    }
    #expect(ledger.unreadableRows == ["requests": 1])
  }

  private static func smallWorld() async throws -> SQLiteLedger {
    try #require(try await LedgerFactory.sqlite.makeSmallWorld() as? SQLiteLedger)
  }
}
