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

public struct TravelAnswer: Codable, Equatable, Sendable {
  /// Nil if no trip is under way.
  public var travel: TravelData?

  public init(travel: TravelData?) {
    self.travel = travel
  }
}

public struct StartTravelRequest: Codable, Equatable, Sendable {
  public var due: Date
  public var note: String
}

public struct ExtendTravelRequest: Codable, Equatable, Sendable {
  public var id: TravelData.ID
  public var due: Date
}

public struct TravelReference: Codable, Equatable, Sendable {
  public var id: TravelData.ID
}
