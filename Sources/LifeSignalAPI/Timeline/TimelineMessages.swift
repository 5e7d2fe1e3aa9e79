public import LifeSignalModel

public struct TimelineRequest: Codable, Equatable, Sendable {
  /// The number of the last entry known, for the next part.
  public var before: APINumber?
  /// 1–100.
  public var limit: APINumber
}

public struct AlarmsRequest: Codable, Equatable, Sendable {
  /// The person's id.
  public var id: Person.ID
}
