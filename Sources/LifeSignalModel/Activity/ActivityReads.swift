/// Reads of the logs in which people see who viewed and pinged them.
public protocol ActivityReads {
  /// The person's log, newest first: entries older than `before`, or the newest.
  func activities(of person: Person.ID, before: Activity.ID?, limit: Int) throws -> [Activity]
  /// The newest entry of this kind that `contact` left in the person's log.
  func lastActivity(of person: Person.ID, by contact: Person.ID, _ kind: Activity.Kind) throws
    -> Activity?
}
