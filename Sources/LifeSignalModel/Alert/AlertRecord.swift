public import Foundation

/// One alert a person raised by hand. At most one per person is active.
public struct AlertRecord: Equatable, Codable, Sendable, Identifiable {
  public let id: Identifier<AlertRecord>
  public var userID: Person.ID
  public var startTime: Date
  /// Nil while active.
  public var endTime: Date?
  /// Only the owner resolves; present together with ``endTime``.
  public var resolvedBy: Person.ID?

  public init(
    id: Identifier<AlertRecord>, userID: Person.ID, startTime: Date, endTime: Date? = nil,
    resolvedBy: Person.ID? = nil
  ) {
    self.id = id
    self.userID = userID
    self.startTime = startTime
    self.endTime = endTime
    self.resolvedBy = resolvedBy
  }

  public var status: AlertStatus { endTime == nil ? .active : .resolved }
  public var isActive: Bool { status == .active }
}

/// The name some payloads use for the same value.
public typealias AlertData = AlertRecord

public enum AlertStatus: String, CaseIterable, Equatable, Codable, Sendable {
  case active
  case resolved
}
