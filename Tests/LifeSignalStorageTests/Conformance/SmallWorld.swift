import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport

/// Values for tests; a test says only what differs.
enum Sample {
  static let now = Date(timeIntervalSince1970: 1_700_000_000)

  static func person(_ number: Int64, firstName: String = "Ada") -> Person {
    Person(
      id: Person.ID(number), profile: Profile(firstName: firstName, lastName: "Lovelace"),
      phoneNumber: "+1555\(1_000_000 + number)", qrCode: QRCodeID(rawValue: "QR-\(number)"),
      createdAt: now, updatedAt: now, lastSignInAt: now)
  }

  static func relation(
    _ owner: Int64, _ peer: Int64, isResponder: Bool = false, isDependent: Bool = false,
    status: RelationStatus = .accepted
  ) -> Relation {
    Relation(
      owner: Person.ID(owner), peer: Person.ID(peer), isResponder: isResponder,
      isDependent: isDependent, status: status, addedAt: now, updatedAt: now)
  }

  static func watch(_ person: Int64, fires: Date?, gen: Int64 = 1) -> Watch {
    Watch(
      person: Person.ID(person), lastCheckIn: now, deadline: now + 86_400, stage: .alarm,
      nextFireAt: fires, gen: gen)
  }

  static func ping(_ id: Int64, from sender: Int64 = 2, to recipient: Int64 = 1) -> Ping {
    Ping(
      id: PingData.ID(id), sender: Person.ID(sender), recipient: Person.ID(recipient),
      sentAt: now, pushedAt: now, expiresAt: now + 86_400)
  }

  static func notification(_ id: Int64, of person: Int64 = 1, at: Date = now) -> NotificationRecord
  {
    NotificationRecord(
      id: NotificationData.ID(id), person: Person.ID(person), type: .ping, event: .pingReceived,
      title: "Ping received", message: "Ada asks if you’re OK.", at: at, dedupeKey: "n-\(id)")
  }

  static func delivery(
    _ id: Int64, priority: Delivery.Priority = .reminder, kind: ChannelKind = .sms,
    at: Date = now
  ) -> Delivery {
    Delivery(
      id: Delivery.ID(id), dedupeKey: "d-\(id)", idempotencyKey: "i-\(id)", person: Person.ID(1),
      notification: nil, channel: Channel.ID(1), kind: kind, address: "+15551000001",
      title: "Title", body: "Body", priority: priority, createdAt: now, nextAttemptAt: at,
      giveUpAt: now + 3_600)
  }

  static func code(_ id: String, phoneNumber: String = "+15551000001") -> OneTimeCode {
    OneTimeCode(
      id: OneTimeCode.ID(rawValue: id), phoneNumber: phoneNumber, phoneRegion: .unitedStates,
      hash: Data([1, 2, 3]), createdAt: now, expiresAt: now + 600)
  }

  static func session(_ id: Int64, of person: Int64 = 1) -> Session {
    Session(
      id: SessionID(id), person: Person.ID(person), tokenHash: Data([UInt8(id), 7]),
      label: "Browser", createdAt: now, expiresAt: now + 3_600)
  }
}

extension LedgerFactory {
  /// A ledger with three people: 1 checks in, 2 and 3 are their accepted responders.
  func makeSmallWorld() async throws -> any Ledger {
    let ledger = try make()
    try await ledger.write { transaction in
      for number in 1...3 as ClosedRange<Int64> {
        _ = try transaction.insert(Sample.person(number))
      }
      for responder in 2...3 as ClosedRange<Int64> {
        _ = try transaction.insert(
          Sample.relation(1, responder, isResponder: true),
          mirror: Sample.relation(responder, 1, isDependent: true))
      }
    }
    return ledger
  }
}
