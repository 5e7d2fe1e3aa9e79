/// Reads of trips.
public protocol TravelReads {
  func travel(_ id: TravelData.ID) throws -> Travel?
  /// The one that has not ended.
  func openTravel(of person: Person.ID) throws -> Travel?
  /// By `startedAt`, newest first.
  func travels(of person: Person.ID, limit: Int) throws -> [Travel]
}
