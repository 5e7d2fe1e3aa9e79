import LifeSignalEngine
import LifeSignalModel

/// Reads damaged rows again, so that each is counted only as long as it is damaged.
extension SQLTransaction {
  /// Reads each by its name, a thousand at most; reads nothing while nothing is damaged. A row that
  /// has lost its key cannot be found again, and stays counted until the next start.
  func readDamagedRowsAgain() throws {
    guard let damaged = session.damaged, !damaged.counts.isEmpty else { return }
    try readRelations(of: damaged.keys(of: .relations))
    for kept in DamageStatements.kept {
      for (key, other) in damaged.names(of: kept.table) {
        try readAgain(kept.table, key: key, other: other, by: kept.byName, kept.read)
      }
    }
  }

  /// Reads in full all rows that the statement returns for this name.
  func readAgain(
    _ table: SQLTable, key: Int64, other: SQLValue? = nil, by statement: SQLText,
    _ read: (inout SQLRow) throws -> Void
  ) throws {
    let found = DamagedRows()
    for row in try session.rows(statement, [.int64(key)] + (other.map { [$0] } ?? [])) {
      _ = try row.readable(noting: found, read)
    }
    session.damaged?.replace(table, key: key, other: other, by: found)
  }
}

/// The tables, beside the relations, whose rows have a number of their own or are a person's.
private enum DamageStatements {
  struct Kept: Sendable {
    let table: SQLTable
    let byName: SQLText
    let read: @Sendable (inout SQLRow) throws -> Void

    init(
      _ table: SQLTable, by key: StaticString,
      _ read: @escaping @Sendable (inout SQLRow) throws -> Void
    ) {
      self.table = table
      byName = "SELECT \(table.list) FROM \(table) WHERE \(key) = $1"
      self.read = read
    }

    /// - Parameter condition: of rows on which nothing depends any more, it holds for none.
    init<Stored: Record>(_ type: Stored.Type, where condition: StaticString? = nil) {
      table = SQLTable(type)
      let find = Stored.table.isPair ? table.findPair : table.find
      byName = condition.map { "\(find) AND \($0)" } ?? find
      read = { _ = try Stored(&$0) }
    }
  }

  static let kept = [
    Kept(.people, by: "id") { _ = try Person(&$0) },
    Kept(Channel.self),
    Kept(.watches, by: "person_id") { _ = try Watch(&$0) },
    Kept(.checkIns, by: "id") { _ = try CheckIn(&$0) },
    Kept(Travel.self, where: "ended_at IS NULL"),
    Kept(.alerts, by: "id") { _ = try Alert(&$0) },
    Kept(Escalation.self),
    Kept(CheckInCode.self),
    Kept(CheckInSheet.self, where: "void_at IS NULL"),
    Kept(StoredPlan.self),
    Kept(Session.self),
    Kept(AccessToken.self),
    Kept(Passkey.self),
    Kept(Invitation.self),
    Kept(Thing.self),
    Kept(StoredRule.self),
    Kept(Drill.self),
    Kept(Ping.self),
    Kept(NotificationRecord.self),
    Kept(Activity.self),
    Kept(Preference.self),
    Kept(PauseRecord.self),
    Kept(RequestHistory.self),
    Kept(KeptRequest.self),
  ]
}
