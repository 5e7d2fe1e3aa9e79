public import Foundation

/// What would happen if the person did nothing from now on: minute by minute, who would be
/// notified, how, and where the chain has a hole.
public struct Rehearsal: Equatable, Codable, Sendable {
  /// One message that would be sent.
  public struct Message: Equatable, Codable, Sendable {
    public var at: Date
    public var event: NotificationEvent
    public var person: Person.ID
    public var name: String
    /// Nil when the message stays in the app, as the person has no channel or has muted such
    /// messages.
    public var channel: ChannelKind?
    /// Whether everyone is called because no responder has answered.
    public var isForAll: Bool

    public init(
      at: Date, event: NotificationEvent, person: Person.ID, name: String,
      channel: ChannelKind? = nil, isForAll: Bool = false
    ) {
      self.at = at
      self.event = event
      self.person = person
      self.name = name
      self.channel = channel
      self.isForAll = isForAll
    }
  }

  /// Why the chain would fail.
  public enum Hole: Equatable, Codable, Sendable {
    /// There has been no check-in yet: nothing is watched.
    case nothingPromised
    /// The deadline is missed already.
    /// - Parameters:
    ///   - isContacting: whether we are contacting responders about it now.
    ///   - holder: the name of the responder who is on it.
    case missed(isContacting: Bool, holder: String?)
    /// Check-ins are paused until then.
    case paused(until: Date)
    case noResponders
    /// The person would get no reminder on any channel.
    case noReminder
    /// No message would leave the app for this responder.
    case unreachable(Person.ID, name: String)
    /// The responder has switched off messages about missed check-ins, and is called only with
    /// everyone.
    case notWanted(Person.ID, name: String)
    /// Only one person could answer.
    case onlyOne(name: String)
  }

  /// When the first responders would be notified.
  public var alarmAt: Date?
  /// Earliest first.
  public var messages: [Message]
  public var holes: [Hole]

  public init(alarmAt: Date? = nil, messages: [Message] = [], holes: [Hole] = []) {
    self.alarmAt = alarmAt
    self.messages = messages
    self.holes = holes
  }
}
