/// Everything stored about one entry of a person's network, before privacy is applied.
///
/// The raw material of ``ContactData``; never leaves the engine.
public struct ContactFacts: Equatable, Sendable {
  /// The viewer's own side of the relation.
  public var relation: Relation
  public var peer: Person
  public var watch: Watch?
  /// The peer's open manual alert.
  public var manualAlert: Alert?
  /// The peer's trip that has not ended.
  public var travel: Travel?
  /// The peer's alerts that are on.
  public var alarms: [AlarmFacts]
  /// A pending ping from the peer to the viewer.
  public var incomingPing: Ping?
  /// A pending ping from the viewer to the peer.
  public var outgoingPing: Ping?
  /// Whether the peer wants messages about the viewer's missed check-ins.
  public var peerNotifiesOnExpiry: Bool?

  public init(
    relation: Relation, peer: Person, watch: Watch? = nil, manualAlert: Alert? = nil,
    travel: Travel? = nil, alarms: [AlarmFacts] = [],
    incomingPing: Ping? = nil, outgoingPing: Ping? = nil, peerNotifiesOnExpiry: Bool? = nil
  ) {
    self.relation = relation
    self.peer = peer
    self.watch = watch
    self.manualAlert = manualAlert
    self.travel = travel
    self.alarms = alarms
    self.incomingPing = incomingPing
    self.outgoingPing = outgoingPing
    self.peerNotifiesOnExpiry = peerNotifiesOnExpiry
  }
}
