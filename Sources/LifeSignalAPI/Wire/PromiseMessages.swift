public import Foundation
public import LifeSignalModel

public struct OlderCheckInsRequest: Codable, Equatable, Sendable {
  /// The check-in before which the others are.
  public var id: CheckInRecord.ID
  public var at: Date
  public var limit: APINumber
}

public struct ZoneRequest: Codable, Equatable, Sendable {
  public var zone: String
}

public struct InstantMessage: Codable, Equatable, Sendable {
  public var until: Date
}
