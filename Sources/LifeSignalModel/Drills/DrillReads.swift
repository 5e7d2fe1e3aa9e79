/// Reads of drills.
public protocol DrillReads {
  /// Nil before the first is planned.
  func drill(of person: Person.ID) throws -> Drill?
}
