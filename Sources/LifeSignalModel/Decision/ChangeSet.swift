/// The parts of a viewer's view that have changed.
public struct ChangeSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  public static let user = ChangeSet(rawValue: 1 << 0)
  public static let contacts = ChangeSet(rawValue: 1 << 1)
  public static let pings = ChangeSet(rawValue: 1 << 2)
  public static let notifications = ChangeSet(rawValue: 1 << 3)
  public static let alert = ChangeSet(rawValue: 1 << 4)
  public static let checkIns = ChangeSet(rawValue: 1 << 5)
  public static let sessions = ChangeSet(rawValue: 1 << 6)
  public static let channels = ChangeSet(rawValue: 1 << 7)
  public static let activity = ChangeSet(rawValue: 1 << 8)
  public static let timeline = ChangeSet(rawValue: 1 << 9)
  public static let things = ChangeSet(rawValue: 1 << 10)
  public static let codes = ChangeSet(rawValue: 1 << 11)

  public static let all: ChangeSet = [
    .user, .contacts, .pings, .notifications, .alert, .checkIns, .sessions, .channels,
    .activity, .timeline, .things, .codes,
  ]
}
