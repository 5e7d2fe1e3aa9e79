import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport

/// The people every simulation begins with: made once, in a file that each run copies.
///
/// 1–3 are watched; 4–6 watch over them, and 1 watches over 3. 5 and 6 have a second channel.
enum Template {
  static let start = Date(milliseconds: 1_767_600_000_000)
  static let watched = people(1...3)
  static let responders = people(4...6)
  static let everybody = watched + responders
  static let kinds = [ChannelKind(rawValue: "push"), .sms]

  /// The watched and who watches over them.
  private static let pairs: [(Int64, Int64)] = [(1, 4), (1, 5), (2, 5), (2, 6), (3, 4), (3, 1)]

  /// Goes with the process.
  private static let folder = Result { try TemporaryFolder() }

  static let file: Result<URL, any Error> = Result {
    let url = try folder.get().url.appending(path: "ledger.sqlite")
    let ledger = try SQLiteLedger.open(at: url.path(), clock: SimulationClock(start))
    try Pump.run {
      try await ledger.write { try store(in: $0) }
      try await ledger.close()
    }
    return url
  }

  /// Those with whom a person begins.
  static func responders(of person: Person.ID) -> [Person.ID] {
    pairs.filter { Person.ID($0.0) == person }.map { Person.ID($0.1) }
  }

  static func qrCode(of person: Person.ID) -> QRCodeID { QRCodeID(rawValue: "code-\(person)") }

  private static func people(_ numbers: ClosedRange<Int64>) -> [Person.ID] {
    numbers.map { Person.ID($0) }
  }

  private static func store(in transaction: any LedgerTransaction) throws {
    for id in everybody {
      let number = id.int64 ?? 0
      _ = try transaction.insert(
        Person(
          id: id, firstName: "Person", lastName: "\(id)", phoneNumber: "+1555010000\(id)",
          qrCode: qrCode(of: id), profileComplete: true, createdAt: start, updatedAt: start,
          lastSignInAt: start))
      let kinds = number >= 5 ? kinds : [.sms]
      for (index, kind) in kinds.enumerated() {
        _ = try transaction.insert(
          Channel(
            id: Channel.ID(number * 10 + Int64(index)), person: id, kind: kind,
            address: "\(kind.rawValue)-\(id)", createdAt: start))
      }
      let isWatched = watched.contains(id)
      let deadline = isWatched ? start + 500 * Double(number) : nil
      _ = try transaction.insert(
        Watch(
          person: id, interval: 3_600, grace: 600,
          lastCheckIn: deadline.map { $0 - 3_600 }, deadline: deadline, stage: .deadline,
          nextFireAt: deadline, gen: 1))
    }
    for (person, responder) in pairs.map({ (Person.ID($0), Person.ID($1)) }) {
      _ = try transaction.insert(
        relation(person, responder, isResponder: true),
        mirror: relation(responder, person, isResponder: false))
    }
  }

  private static func relation(
    _ owner: Person.ID, _ peer: Person.ID, isResponder: Bool
  ) -> Relation {
    Relation(
      owner: owner, peer: peer, isResponder: isResponder, isDependent: !isResponder,
      status: .accepted, addedAt: start, updatedAt: start)
  }
}
