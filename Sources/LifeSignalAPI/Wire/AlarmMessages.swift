public import LifeSignalModel

public struct AlarmReference: Codable, Equatable, Sendable {
  public var id: AlertRecord.ID
}

public struct HandOverRequest: Codable, Equatable, Sendable {
  public var id: AlertRecord.ID
  /// The responder who should take over.
  public var to: Person.ID
}
