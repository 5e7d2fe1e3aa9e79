public import Foundation

/// Reads of check-ins and deadlines.
public protocol CheckInReads {
  func watch(of person: Person.ID) throws -> Watch?
  func checkIn(of person: Person.ID, clientKey: String) throws -> CheckIn?
  func checkIns(of person: Person.ID, limit: Int) throws -> [CheckIn]
  /// The next older ones after this record of the person's.
  func checkIns(
    of person: Person.ID, olderThan record: CheckInRecord, limit: Int
  ) throws -> [CheckIn]
  /// When the person checked in at or after `since`, oldest first.
  func checkInTimes(of person: Person.ID, since: Date) throws -> [Date]
}
