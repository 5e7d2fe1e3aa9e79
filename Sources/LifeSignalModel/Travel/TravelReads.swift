/// Reads of trips.
public protocol TravelReads: RecordReads {
  /// The one that has not ended.
  func openTravel(of person: Person.ID) throws -> Travel?
  /// By `startedAt`, newest first.
  func travels(of person: Person.ID, limit: Int) throws -> [Travel]
}

extension TravelReads {
  public func travel(_ id: TravelData.ID) throws -> Travel? { try find(id) }
}
