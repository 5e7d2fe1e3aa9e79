public import Foundation

/// A place where the person is signed in, as they read it.
public struct SessionData: Identifiable, Equatable, Codable, Sendable {
  public var id: SessionID
  /// "Firefox on Android"; empty where it is unknown.
  public var name: String
  /// Full hours: enough to recognize a device, and no more detail than that for a stranger who sees
  /// the page.
  public var firstSeen: Date
  public var lastSeen: Date
  /// Whether it is the caller's own session.
  public var isCurrent: Bool

  public init(
    id: SessionID, name: String, firstSeen: Date, lastSeen: Date, isCurrent: Bool = false
  ) {
    self.id = id
    self.name = name
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.isCurrent = isCurrent
  }

  /// - Parameter current: the caller's session.
  public init(_ session: Session, current: SessionID?) {
    let first = SessionRules.hour(of: session.createdAt)
    self.init(
      id: session.id, name: session.label, firstSeen: first,
      lastSeen: max(session.lastSeenAt ?? first, first), isCurrent: session.id == current)
  }
}
