import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import Synchronization

/// The people every simulation begins with: made once, in a file that each run copies.
///
/// 1–3 are watched; 4–6 watch over them, and 1 watches over 3.
enum Template {
  static let watched = people(1...3)
  static let responders = people(4...6)
  static let everybody = watched + responders
  /// One that no rule names, and those that a server has.
  static let kinds = [
    ChannelKind(rawValue: "push"), .sms, .webPush, .apns, .voice, .email, .webhook,
  ]
  /// By which each of them is reached, in the order of the channels' numbers.
  private static let ways: [[ChannelKind]] = [
    [.sms, .voice], [.sms], [.sms, .webPush, .webhook], [.sms, .webPush, .email],
    [kinds[0], .sms, .apns, .webPush], [kinds[0], .sms, .email, .voice],
  ]

  /// The watched and who watches over them.
  private static let pairs: [(Int64, Int64)] = [(1, 4), (1, 5), (2, 5), (2, 6), (3, 4), (3, 1)]

  /// Goes with the process.
  private static let folder = Result { try TemporaryFolder() }

  private static let files = Mutex<[Date: URL]>([:])

  static func file(from start: Date) throws -> URL {
    try files.withLock { files in
      if let known = files[start] { return known }
      let url = try folder.get().url.appending(path: "ledger-\(start.milliseconds).sqlite")
      let ledger = try SQLiteLedger.open(at: url.path(), clock: SimulationClock(start))
      try Pump.run {
        try await ledger.write { try store(in: $0, from: start) }
        try await ledger.close()
      }
      files[start] = url
      return url
    }
  }

  /// Those with whom a person begins.
  static func responders(of person: Person.ID) -> [Person.ID] {
    pairs.filter { Person.ID($0.0) == person }.map { Person.ID($0.1) }
  }

  /// Those with which a person begins, and where they lead.
  static func channels(of person: Person.ID) -> [(
    id: Channel.ID, kind: ChannelKind, address: String
  )] {
    guard let number = person.int64, let place = Int(exactly: number - 1),
      ways.indices.contains(place)
    else { return [] }
    return ways[place].enumerated().map { index, kind in
      (Channel.ID(number * 10 + Int64(index)), kind, "\(kind.rawValue)-\(person)")
    }
  }

  static func qrCode(of person: Person.ID) -> QRCodeID { QRCodeID(rawValue: "code-\(person)") }

  private static func people(_ numbers: ClosedRange<Int64>) -> [Person.ID] {
    numbers.map { Person.ID($0) }
  }

  /// The devices where a person is signed in one after the other during a month, and for how many
  /// days.
  static func sessions(of person: Person.ID, from start: Date) -> [Session] {
    [5.0, 8, 12, 20].enumerated().map { index, days in
      Session(
        id: SessionID((person.int64 ?? 0) * 10 + Int64(index)), person: person,
        tokenHash: Data("\(person) \(index)".utf8), createdAt: start,
        expiresAt: start + 86_400 * days)
    }
  }

  private static func store(in transaction: any LedgerTransaction, from start: Date) throws {
    for id in everybody {
      let number = id.int64 ?? 0
      _ = try transaction.insert(
        Person(
          id: id, profile: Profile(firstName: "Person", lastName: "\(id)"),
          phoneNumber: "+1555010000\(id)",
          qrCode: qrCode(of: id), profileComplete: true, createdAt: start, updatedAt: start,
          lastSignInAt: start, quietHours: number % 3 == 0 ? quietHours : nil))
      // When it is afternoon where those live who have said so, and morning for the others.
      _ = try transaction.insert(Drill(person: id, nextFireAt: start + 400 * Double(number)))
      for (channel, kind, address) in channels(of: id) {
        _ = try transaction.insert(
          Channel(id: channel, person: id, kind: kind, address: address, createdAt: start))
      }
      for session in sessions(of: id, from: start) { _ = try transaction.insert(session) }
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
        relation(person, responder, isResponder: true, start),
        mirror: relation(responder, person, isResponder: false, start))
    }
  }

  private static let quietHours = QuietHours(
    from: TimeOfDay(minutes: 22 * 60)!, until: TimeOfDay(minutes: 6 * 60)!,
    zone: Zone("Asia/Kolkata")!)

  private static func relation(
    _ owner: Person.ID, _ peer: Person.ID, isResponder: Bool, _ start: Date
  ) -> Relation {
    Relation(
      owner: owner, peer: peer, isResponder: isResponder, isDependent: !isResponder,
      status: .accepted, addedAt: start, updatedAt: start)
  }
}
