public import Foundation

/// One entry of a person's network: the other side of a relation, as its owner may see it.
///
/// While ``relation`` is not accepted only the name and the requested roles are filled in.
public struct ContactData: Equatable, Codable, Sendable, Identifiable {
  /// The other person.
  public let id: Person.ID
  public var name: String
  public var phoneNumber: String
  public var profileImageURL: URL?
  public var emergencyNote: String
  public var relation: RelationStatus
  /// They are notified about my missed check-ins and alerts, and may ping me.
  public var isResponder: Bool
  /// I am notified about their missed check-ins and alerts, and may ping them.
  public var isDependent: Bool
  /// Delivered only for dependents.
  public var lastCheckedIn: Date?
  /// Seconds; delivered only for dependents.
  public var checkInInterval: TimeInterval?
  /// Their deadline as the server keeps it; delivered only for dependents. See ``expiration``.
  public var deadline: Date?
  /// Their check-ins are paused until then; delivered only for dependents.
  public var pausedUntil: Date?
  /// Their alerts that are on, earliest first; delivered only for dependents.
  public var alarms: [AlarmData]
  /// They have not arrived from a trip; delivered only for dependents.
  public var travelAlarm: TravelAlarm?
  /// Seconds after their deadline before they count as non-responsive.
  public var gracePeriod: TimeInterval
  public var hasIncomingPing: Bool
  public var incomingPingTimestamp: Date?
  public var incomingPingID: PingData.ID?
  public var hasOutgoingPing: Bool
  public var outgoingPingTimestamp: Date?
  public var outgoingPingID: PingData.ID?
  public var manualAlertActive: Bool
  public var manualAlertTimestamp: Date?
  public var manualAlertID: AlertRecord.ID?
  /// Computed by the server when it projects.
  public var isNonResponsive: Bool
  public var dateAdded: Date?
  public var lastUpdated: Date
  public var nickname: String?
  public var notes: String?
  public var sendPings: Bool
  public var receivePings: Bool
  public var notifyOnCheckIn: Bool
  public var notifyOnExpiry: Bool
  /// Within an accepted relation: the side whose request to the other, to be their responder, is
  /// pending.
  public var responderRequest: RelationStatus?
  /// They have switched off messages about my missed check-ins: they are contacted when no one else
  /// answers. Delivered only for responders.
  public var mutesMissedCheckIns: Bool?

  public init(
    id: Person.ID,
    name: String = "Unknown User",
    phoneNumber: String = "",
    profileImageURL: URL? = nil,
    emergencyNote: String = "",
    relation: RelationStatus = .accepted,
    isResponder: Bool = false,
    isDependent: Bool = false,
    lastCheckedIn: Date? = nil,
    checkInInterval: TimeInterval? = nil,
    deadline: Date? = nil,
    pausedUntil: Date? = nil,
    travelAlarm: TravelAlarm? = nil,
    alarms: [AlarmData] = [],
    gracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod,
    hasIncomingPing: Bool = false,
    incomingPingTimestamp: Date? = nil,
    incomingPingID: PingData.ID? = nil,
    hasOutgoingPing: Bool = false,
    outgoingPingTimestamp: Date? = nil,
    outgoingPingID: PingData.ID? = nil,
    manualAlertActive: Bool = false,
    manualAlertTimestamp: Date? = nil,
    manualAlertID: AlertRecord.ID? = nil,
    isNonResponsive: Bool = false,
    dateAdded: Date? = nil,
    lastUpdated: Date = Date(timeIntervalSince1970: 0),
    nickname: String? = nil,
    notes: String? = nil,
    sendPings: Bool = true,
    receivePings: Bool = true,
    notifyOnCheckIn: Bool = true,
    notifyOnExpiry: Bool = true,
    responderRequest: RelationStatus? = nil,
    mutesMissedCheckIns: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.phoneNumber = phoneNumber
    self.profileImageURL = profileImageURL
    self.emergencyNote = emergencyNote
    self.relation = relation
    self.isResponder = isResponder
    self.isDependent = isDependent
    self.lastCheckedIn = lastCheckedIn
    self.checkInInterval = checkInInterval
    self.deadline = deadline
    self.pausedUntil = pausedUntil
    self.travelAlarm = travelAlarm
    self.alarms = alarms
    self.gracePeriod = gracePeriod
    self.hasIncomingPing = hasIncomingPing
    self.incomingPingTimestamp = incomingPingTimestamp
    self.incomingPingID = incomingPingID
    self.hasOutgoingPing = hasOutgoingPing
    self.outgoingPingTimestamp = outgoingPingTimestamp
    self.outgoingPingID = outgoingPingID
    self.manualAlertActive = manualAlertActive
    self.manualAlertTimestamp = manualAlertTimestamp
    self.manualAlertID = manualAlertID
    self.isNonResponsive = isNonResponsive
    self.dateAdded = dateAdded
    self.lastUpdated = lastUpdated
    self.nickname = nickname
    self.notes = notes
    self.sendPings = sendPings
    self.receivePings = receivePings
    self.notifyOnCheckIn = notifyOnCheckIn
    self.notifyOnExpiry = notifyOnExpiry
    self.responderRequest = responderRequest
    self.mutesMissedCheckIns = mutesMissedCheckIns
  }

  /// Fills in what the person writes for those whom they have accepted.
  mutating func show(_ profile: Profile) { emergencyNote = profile.emergencyNote }
}
