public import Foundation

/// Whether the person's own alert is on, and since when.
public struct AlertStatusSnapshot: Equatable, Codable, Sendable {
  public var isActive: Bool
  public var startTime: Date?

  public init(isActive: Bool = false, startTime: Date? = nil) {
    self.isActive = isActive
    self.startTime = startTime
  }
}
