public import Foundation

/// One check-in in a person's history.
public struct CheckInRecord: Equatable, Codable, Sendable, Identifiable {
  public let id: Identifier<CheckInRecord>
  public var userID: Person.ID
  /// Server time, never in the future.
  public var timestamp: Date
  public var source: CheckInSource

  public init(
    id: Identifier<CheckInRecord>, userID: Person.ID, timestamp: Date,
    source: CheckInSource = .manual
  ) {
    self.id = id
    self.userID = userID
    self.timestamp = timestamp
    self.source = source
  }
}

/// The cause of a check-in: `manual` for the person themselves, `automatic` for devices and programs,
/// and at sign-up in earlier releases, `printedCode` for a code on paper that was typed anywhere.
public enum CheckInSource: String, CaseIterable, Equatable, Codable, Sendable {
  case manual
  case automatic
  case responderInitiated
  case printedCode
}
