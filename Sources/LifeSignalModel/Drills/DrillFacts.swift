public import Foundation

/// The facts a drill is decided from.
public struct DrillFacts: Equatable, Sendable {
  public var drill: Drill
  public var channels: ChannelFacts
  /// The newest messages to the person, newest first.
  public var deliveries: [Delivery]
  public var responders: [ReadinessFacts.Responder]
  /// The zone that decides when they are awake.
  public var zone: Zone
  /// Whether an alert is on for this person, or for one they watch over.
  public var isAlarmOn: Bool
  /// Whether another person counts on them.
  public var isResponder: Bool
  /// When they learned of a duress alert that is on.
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
