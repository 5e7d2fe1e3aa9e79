public import Foundation

/// What a drill is decided from.
public struct DrillFacts: Equatable, Sendable {
  public var drill: Drill
  public var channels: ChannelFacts
  /// The newest messages to the person, newest first.
  public var deliveries: [Delivery]
  public var responders: [ReadinessFacts.Responder]
  /// By whose clocks they are up.
  public var zone: Zone
  /// Theirs, or of somebody they watch.
  public var isAlarmOn: Bool
  /// Whether somebody counts on them.
  public var isResponder: Bool
  /// Since when they have known of a silent alarm that is on.
  public var silentSince: Date?

  public init(
    drill: Drill, channels: ChannelFacts, deliveries: [Delivery],
    responders: [ReadinessFacts.Responder], zone: Zone, isAlarmOn: Bool, isResponder: Bool
  ) {
    self.drill = drill
    self.channels = channels
    self.deliveries = deliveries
    self.responders = responders
    self.zone = zone
    self.isAlarmOn = isAlarmOn
    self.isResponder = isResponder
  }
}
