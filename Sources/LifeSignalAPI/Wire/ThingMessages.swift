public import LifeSignalModel

public struct ThingReference: Codable, Equatable, Sendable {
  public var id: Thing.ID
}

public struct EditThingRequest: Codable, Equatable, Sendable {
  public var id: Thing.ID
  public var settings: ThingSettings
}
