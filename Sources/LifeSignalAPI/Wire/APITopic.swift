public import LifeSignalModel

/// The topics that can change, by their names on the wire.
///
/// The stream carries topics, not values: a receiver reads again, over the routes it knows, and
/// ignores an unknown name.
public enum APITopic: String, CaseIterable, Sendable {
  case user
  case contacts
  case pings
  case notifications
  case alert
  case checkIns
  case sessions
  case channels
  case activity
  case timeline
  case things
  case codes

  public var change: ChangeSet {
    switch self {
    case .user: .user
    case .contacts: .contacts
    case .pings: .pings
    case .notifications: .notifications
    case .alert: .alert
    case .checkIns: .checkIns
    case .sessions: .sessions
    case .channels: .channels
    case .activity: .activity
    case .timeline: .timeline
    case .things: .things
    case .codes: .codes
    }
  }

  /// The names of the topics, with blanks between them.
  public static func text(_ changes: ChangeSet) -> String {
    allCases.filter { changes.contains($0.change) }.map(\.rawValue).joined(separator: " ")
  }

  public static func changes(_ text: some StringProtocol) -> ChangeSet {
    text.split(separator: " ").reduce(into: []) { changes, name in
      if let topic = APITopic(rawValue: String(name)) { changes.formUnion(topic.change) }
    }
  }
}
