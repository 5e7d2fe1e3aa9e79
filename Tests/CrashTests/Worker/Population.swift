import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// People with fixed ids: first the responders, then the silent, then the lively.
struct Population {
  static let channel = ChannelKind(rawValue: "file")
  /// Those with carriers that fail, answer late, or never. Two responders of twenty have each.
  static let moody = [ChannelKind.webPush, .voice, .email]
  /// Each person has the two responders their own number points at.
  private static let responders = 20
  /// Stored in one transaction.
  private static let batch = 500
  /// One in so many is called again after seconds.
  private static let impatient: Int64 = 10

  private let settings: WorkerSettings

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  var silent: Range<Int64> { range(after: Self.responders, settings.silent) }
  var lively: Range<Int64> { range(after: Self.responders + settings.silent, settings.lively) }

  func store(in ledger: SQLiteLedger) async throws {
    let now = Date()
    try await ledger.write { transaction in
      for number in 1...Int64(Self.responders) {
        _ = try transaction.apply(.insertPerson(Self.person(number, at: now)))
        // Without a deadline: no one is alerted for them.
        _ = try transaction.apply(.insertWatch(Watch(person: Person.ID(number))))
        _ = try transaction.insert(
          Channel(
            id: Channel.ID(number), person: Person.ID(number), kind: Self.kind(of: number),
            address: "\(Self.kind(of: number).rawValue)-\(number)", createdAt: now))
      }
    }
    let numbered = Array((Array(silent) + Array(lively)).enumerated())
    for start in stride(from: 0, to: numbered.count, by: Self.batch) {
      let people = numbered[start..<min(start + Self.batch, numbered.count)]
      try await ledger.write { transaction in
        for (offset, number) in people { try store(number, offset, at: now, in: transaction) }
      }
    }
    try String(now.addingTimeInterval(settings.head + settings.spread + 1).milliseconds).write(
      toFile: settings.file("end"), atomically: true, encoding: .utf8)
  }

  private func store(
    _ number: Int64, _ offset: Int, at now: Date, in transaction: any LedgerTransaction
  ) throws {
    _ = try transaction.apply(.insertPerson(Self.person(number, at: now)))
    for responder in Self.responders(of: number) {
      _ = try transaction.apply(
        .insertRelation(
          Self.relation(number, responder, isResponder: true, at: now),
          mirror: Self.relation(responder, number, isDependent: true, at: now)))
    }
    // Deadlines follow one another in an order that mixes silent and lively people.
    let count = settings.silent + settings.lively
    let deadline =
      now + settings.head + settings.spread * Double(offset * 7_919 % count) / Double(count)
    _ = try transaction.apply(
      .insertWatch(
        Watch(
          person: Person.ID(number), interval: 3_600, grace: 0, lastCheckIn: deadline - 3_600,
          deadline: deadline, stage: .alarm, nextFireAt: deadline, gen: 1)))
    if let wait = number % Self.impatient == 0 ? settings.callWait : settings.calmWait {
      let both = Self.responders(of: number).map { Person.ID($0) }
      _ = try transaction.apply(
        .setEscalationPlan(
          Person.ID(number), EscalationPlan(steps: [.init(responders: both, wait: wait)])))
    }
  }

  private static func kind(of responder: Int64) -> ChannelKind {
    responder % 10 < moody.count ? moody[Int(responder % 10)] : channel
  }

  private static func responders(of number: Int64) -> [Int64] {
    [number % 20 + 1, (number + 7) % 20 + 1]
  }

  /// When the last deadline of the plan has passed.
  func end(in ledger: SQLiteLedger) throws -> Date {
    let text = try String(contentsOfFile: settings.file("end"), encoding: .utf8)
    return Date(milliseconds: Int64(text) ?? 0)
  }

  private func range(after first: Int, _ count: Int) -> Range<Int64> {
    Int64(first + 1)..<Int64(first + 1 + count)
  }

  private static func person(_ number: Int64, at now: Date) -> Person {
    Person(
      id: Person.ID(number), profile: Profile(firstName: "Person", lastName: "\(number)"),
      phoneNumber: "+1555\(1_000_000 + number)", qrCode: QRCodeID(rawValue: "\(number)"),
      profileComplete: true, notifications: withoutReminders, createdAt: now, updatedAt: now,
      lastSignInAt: now)
  }

  private static var withoutReminders: NotificationPreferences {
    NotificationPreferences(isNotificationsEnabled: false, notify2HoursBefore: false)
  }

  private static func relation(
    _ owner: Int64, _ peer: Int64, isResponder: Bool = false, isDependent: Bool = false,
    at now: Date
  ) -> Relation {
    Relation(
      owner: Person.ID(owner), peer: Person.ID(peer), isResponder: isResponder,
      isDependent: isDependent, status: .accepted, addedAt: now, updatedAt: now)
  }
}
