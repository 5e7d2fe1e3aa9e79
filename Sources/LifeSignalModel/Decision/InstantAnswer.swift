public import Foundation

/// The server's time of the action.
public struct InstantAnswer: Codable, Equatable, Sendable {
  public var at: Date

  public init(at: Date) {
    self.at = at
  }
}
