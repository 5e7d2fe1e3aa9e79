import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport

/// Many watched people, and one responder for those whose deadline comes.
///
/// Written through the port directly: the benchmark measures what happens afterwards.
struct WatchedWorld: Sendable {
  let ledger: any Ledger
  let now: Date
  private let responder: Person.ID = "1"

  init(ledger: any Ledger, now: Date) {
    self.ledger = ledger
    self.now = now
  }

  func person(_ index: Int) -> Person.ID { Person.ID(Int64(index + 10)) }

  func insertResponder() async throws {
    try await ledger.write { [self] tx in
      try require(tx.insert(record(responder)))
      // Without a deadline. The auditor would make the row, and write while the benchmark measures.
      try require(tx.insert(Watch(person: responder)))
      try require(
        tx.insert(
          Channel(
            id: "1", person: responder, kind: .sms, address: "+15550000001", createdAt: now)))
    }
  }

  /// - Parameter plan: when the alarm of this index fires, and whether it has the responder.
  func insertPeople(
    _ indexes: Range<Int>, plan: @escaping @Sendable (Int) -> (alarm: Date, isWatched: Bool)
  ) async throws {
    try await ledger.write { [self] tx in
      for index in indexes {
        let id = person(index)
        let (alarm, isWatched) = plan(index)
        try require(tx.insert(record(id)))
        try require(
          tx.insert(
            Watch(
              person: id, interval: 86_400, grace: 0, lastCheckIn: alarm - 86_400,
              deadline: alarm, stage: .alarm, nextFireAt: alarm, gen: 1)))
        if isWatched { try require(tx.insert(side(id, responder), mirror: side(responder, id))) }
      }
    }
  }

  private func record(_ id: Person.ID) -> Person {
    Person(
      id: id, profile: Profile(firstName: "Person", lastName: id.rawValue),
      phoneNumber: "+1555\(id.rawValue)",
      qrCode: QRCodeID(rawValue: UUID().uuidString), profileComplete: true, createdAt: now,
      updatedAt: now, lastSignInAt: now)
  }

  private func side(_ owner: Person.ID, _ peer: Person.ID) -> Relation {
    Relation(
      owner: owner, peer: peer, isResponder: peer == responder, isDependent: owner == responder,
      status: .accepted, addedAt: now, updatedAt: now)
  }

  private func require(_ isInserted: Bool) throws {
    guard isInserted else { throw BenchmarkFailure("a row of the benchmark's world exists") }
  }
}
