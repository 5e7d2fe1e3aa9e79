/// The kind of a notification. Raw values are the labels shown, and what filters persist.
///
/// ``all`` exists for the filter only; no notification ever has it.
public enum NotificationType: String, CaseIterable, Equatable, Codable, Sendable {
  case all = "All"
  case alert = "Alerts"
  case ping = "Pings"
  case role = "Roles"
  case removed = "Removed"
  case added = "Added"
  case checkIn = "Check-Ins"
  case system = "System"

  /// The name on the wire and in storage; nil for the filter-only case.
  public var wireName: String? {
    switch self {
    case .all: nil
    case .alert: "alert"
    case .ping: "ping"
    case .role: "role"
    case .removed: "removed"
    case .added: "added"
    case .checkIn: "checkIn"
    case .system: "system"
    }
  }

  /// The kind with this wire name; an unknown name is `system`, never `all`.
  public init(wireName: String) {
    self = Self.allCases.first { $0.wireName == wireName } ?? .system
  }
}
