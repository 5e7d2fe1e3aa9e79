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

public struct PlanMessage: Codable, Equatable, Sendable {
  public var plan: CheckInPlan

  public init(plan: CheckInPlan) {
    self.plan = plan
  }
}

public struct InstantMessage: Codable, Equatable, Sendable {
  public var until: Date
}
