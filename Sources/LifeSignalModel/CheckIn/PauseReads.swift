public import Foundation

extension PauseRecord {
  public static let lists = [since]
  static let since = Rows<PauseRecord>(
    .equal("person_id"), .atLeast("until_at"), order: .rising("started_at"),
    passesOverUnreadable: true)
}

extension RecordReads {
  /// Those that end at or after `since`, oldest first.
  public func pauses(of person: Person.ID, since: Date) throws -> [PauseRecord] {
    try list(PauseRecord.since, .id(person), .date(since))
  }
}
