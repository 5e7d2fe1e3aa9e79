import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct SessionConformanceTests {
  private static let end = Sample.now + 3_600

  private func session(
    _ id: Int64, of person: Int64 = 1, _ change: (inout Session) -> Void = { _ in }
  ) -> Session {
    var session = Sample.session(id, of: person)
    change(&session)
    return session
  }

  @Test(arguments: LedgerFactory.all)
  func `an end moves on, never back, and not once the session is over`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let new = session(1)
    #expect(try await ledger.write { try $0.insert(new) })
    func renew(_ end: Date) async throws -> Bool {
      try await ledger.write { try $0.apply(.renewSession("1", until: end)) > 0 }
    }
    #expect(try await renew(Self.end + 60))
    #expect(try await renew(Self.end) == false)
    #expect(try await ledger.read { try $0.session("1") }?.expiresAt == Self.end + 60)
    #expect(try await ledger.write { try $0.apply(.revokeSession("1", "1", at: Sample.now)) > 0 })
    #expect(try await renew(Self.end + 120) == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `a warning is of one end`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let new = session(1)
    #expect(try await ledger.write { try $0.insert(new) })
    #expect(
      try await ledger.write { try $0.apply(.noteSessionWarning("1", of: Self.end + 1)) } == 0)
    #expect(try await ledger.write { try $0.apply(.noteSessionWarning("1", of: Self.end)) } == 1)
    #expect(try await ledger.read { try $0.session("1") }?.warnedEnd == Self.end)
  }

  @Test(arguments: LedgerFactory.all)
  func `the last session of each person under watch is found, until they are warned of its end`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var unwatched = Sample.watch(3, fires: nil)
    unwatched.deadline = nil
    let (first, second, third) = (
      Sample.watch(1, fires: nil), Sample.watch(2, fires: nil), unwatched
    )
    let sessions = [
      // Person 1: the second one is the last; a later one has ended.
      session(1), session(2) { $0.expiresAt += 60 },
      session(3) {
        $0.expiresAt += 120
        $0.revokedAt = Sample.now
      },
      // Person 2: of two that end together, the newer one.
      session(4, of: 2), session(5, of: 2),
      // Person 3 has never checked in.
      session(6, of: 3),
    ]
    try await ledger.write { tx in
      for watch in [first, second, third] { _ = try tx.insert(watch) }
      for session in sessions { _ = try tx.insert(session) }
    }
    func found(
      by end: Date = Self.end + 60, at now: Date = Sample.now, after last: SessionID? = nil,
      limit: Int = 9
    ) async throws -> [SessionID] {
      try await ledger.read {
        try $0.lastSessions(endingAfter: now, by: end, after: last, limit: limit)
      }.map(\.id)
    }
    #expect(try await found() == ["2", "5"])
    #expect(try await found(limit: 1) == ["2"])
    #expect(try await found(after: "2") == ["5"])
    #expect(try await found(by: Self.end + 59) == ["5"])
    #expect(try await found(at: Self.end) == ["2"])
    try await ledger.write { _ = try $0.apply(.noteSessionWarning("5", of: Self.end)) }
    #expect(try await found() == ["2"])
    try await ledger.write { _ = try $0.apply(.renewSession("5", until: Self.end + 1)) }
    #expect(try await found() == ["2", "5"])
  }
}
