public import Foundation
import GRDB
public import LifeSignalEngine
public import LifeSignalModel
import LifeSignalStorage

/// What a ledger has stored at the moment of asking, for checks that no read of the port offers. Rows come
/// in the order of their numbers.
public struct StoredRows: Sendable {
  let ledger: SQLiteLedger

  public var alerts: [Alert] {
    numbered(in: "alerts") { try $0.alert(AlertRecord.ID($1)) }
  }
  public var escalations: [Escalation] {
    numbered(in: "alerts") { try $0.escalation(AlertRecord.ID($1)) }
  }
  public var notifications: [NotificationRecord] {
    numbered(in: "notifications") { try $0.notification(NotificationData.ID($1)) }
  }
  public var deliveries: [Delivery] {
    numbered(in: "deliveries") { try $0.delivery(Delivery.ID($1)) }
  }
  public var checkInCodes: [CheckInCode] {
    numbered(in: "check_in_codes") { try $0.checkInCode(CheckInCode.ID($1)) }
  }
  public var accessTokens: [AccessToken] {
    numbered(in: "access_tokens") { try $0.accessToken(AccessToken.ID($1)) }
  }
  public var sessions: [Session] {
    numbered(in: "sessions") { try $0.session(SessionID($1)) }
  }

  public var watches: [Person.ID: Watch] {
    byPerson { try $0.watch(of: $1) }
  }
  public var drills: [Person.ID: Drill] {
    byPerson { try $0.drill(of: $1) }
  }
  public var timelines: [Person.ID: [TimelineEntry]] {
    byPerson { try $0.timeline(of: $1, after: 0, limit: .max) }
  }
  public var channels: [Channel] {
    byPerson { try $0.allChannels(of: $1) }.values.joined().sorted { $0.id < $1.id }
  }
  public var checkIns: [CheckIn] {
    byPerson { try $0.checkIns(of: $1, limit: .max) }.values.joined().sorted { $0.id < $1.id }
  }

  public var heartbeat: Heartbeat? { look { try $1.heartbeat() } }

  /// Sent codes, the oldest first.
  public var codes: [OneTimeCode] {
    look { database, snapshot in
      try String.fetchAll(database, sql: "SELECT id FROM one_time_codes ORDER BY created_at")
        .compactMap { try snapshot.oneTimeCode(OneTimeCode.ID(rawValue: $0)) }
    }
  }

  /// The sealed answers to requests with a key.
  public var answers: [Data] {
    look { database, _ in
      try Data.fetchAll(database, sql: "SELECT answer FROM requests WHERE answer IS NOT NULL")
    }
  }

  public func count(_ table: String) -> Int {
    look { database, _ in try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  /// All rows of these tables, to be compared with those of another moment.
  public func lines(of tables: [String]) -> [String] {
    look { database, _ in
      try tables.flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
      }
    }
  }

  /// All texts and bytes of all tables, as text: for secrets that must not be among them. Without numbers, in
  /// which a short code may be found by chance.
  public var texts: String {
    look { database, _ in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      let values = try tables.flatMap { (table) -> [DatabaseValue] in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)").flatMap(\.databaseValues)
      }
      return values.compactMap { value -> String? in
        switch value.storage {
        case .string(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null, .int64, .double: nil
        }
      }
      .joined(separator: "\n")
    }
  }

  private func numbered<Value>(
    in table: String, _ find: (any LedgerSnapshot, Int64) throws -> Value?
  ) -> [Value] {
    look { database, snapshot in
      try Int64.fetchAll(database, sql: "SELECT id FROM \(table) ORDER BY id")
        .compactMap { try find(snapshot, $0) }
    }
  }

  private func byPerson<Value>(
    _ find: (any LedgerSnapshot, Person.ID) throws -> Value?
  ) -> [Person.ID: Value] {
    look { _, snapshot in
      var found: [Person.ID: Value] = [:]
      for person in try snapshot.people(after: nil, limit: .max) {
        found[person] = try find(snapshot, person)
      }
      return found
    }
  }

  private func look<Value>(_ body: (Database, any LedgerSnapshot) throws -> Value) -> Value {
    do {
      return try ledger.look(body)
    } catch {
      fatalError("The rows of this test's ledger cannot be read: \(error)")
    }
  }
}

extension LedgerTransaction {
  /// Stores someone of whom only the number is known: rows must name a person who exists.
  public func insertStranger(_ id: Person.ID, at now: Date) throws {
    guard try person(id) == nil else { return }
    _ = try insert(
      Person(
        id: id, phoneNumber: "+1555\(id)", qrCode: QRCodeID(rawValue: "code-\(id)"),
        createdAt: now, updatedAt: now, lastSignInAt: now))
  }
}
