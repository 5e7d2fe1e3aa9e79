import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `History that is over` {
  /// After the first number that a generator makes.
  private static let then = Date(timeIntervalSince1970: 1_760_000_000)

  @Test(arguments: LedgerFactory.all)
  func `goes a year after its end; what is on stays, and the alert of a deadline still missed`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    @Sendable func ping(_ id: Int64, to recipient: Int64, closed: Date?) -> Ping {
      var ping = Sample.ping(id, to: recipient)
      ping.closedAt = closed
      if closed != nil { ping.status = .responded }
      return ping
    }
    @Sendable func alert(_ id: Int64, _ kind: Alert.Kind, gen: Int64?, ended: Date?) -> Alert {
      Alert(
        id: AlertRecord.ID(id), person: "1", kind: kind, gen: gen, startedAt: Sample.now,
        endedAt: ended, endReason: ended == nil ? nil : .endedByPerson)
    }
    try await ledger.write { tx in
      _ = try tx.insert(Sample.watch(1, fires: nil, gen: 9))
      _ = try tx.insert(ping(1, to: 1, closed: Self.then - 1))
      _ = try tx.insert(ping(2, to: 1, closed: Self.then))
      _ = try tx.insert(ping(3, to: 3, closed: nil))
      _ = try tx.insert(alert(1, .manual, gen: nil, ended: Self.then - 1))
      _ = try tx.insert(alert(2, .manual, gen: nil, ended: nil))
      _ = try tx.insert(alert(3, .missedCheckIn, gen: 8, ended: Self.then - 1))
      _ = try tx.insert(alert(4, .missedCheckIn, gen: 9, ended: Self.then - 1))
      for (start, end) in [(-90.0, -1.0), (-80, 1)] {
        _ = try tx.insert(
          PauseRecord(person: "1", startedAt: Self.then + start, until: Self.then + end))
      }
    }
    let swept = try await ledger.write { try $0.sweep(.history, before: Self.then, limit: 9) }
    #expect(swept == 4)
    try await ledger.read { tx throws in
      #expect(try [1, 2, 3].filter { try tx.ping(PingData.ID($0 as Int64)) != nil } == [2, 3])
      #expect(
        try [1, 2, 3, 4].filter { try tx.alert(AlertRecord.ID($0 as Int64)) != nil } == [2, 4])
      #expect(try tx.pauses(of: "1", since: .distantPast).map(\.until) == [Self.then + 1])
    }
    #expect(try await ledger.write { try $0.sweep(.history, before: Self.then, limit: 9) } == 0)
  }
}
