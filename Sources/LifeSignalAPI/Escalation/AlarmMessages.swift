public import LifeSignalModel

public struct AlarmReference: Codable, Equatable, Sendable {
  public var id: AlertRecord.ID
}
