public import Foundation

/// A signed-in member as they see themselves.
///
/// Lengths are seconds. Derived values take `now`, so that a value never reads a clock.
public struct UserData: Equatable, Codable, Sendable, Identifiable {
  public let id: Person.ID
  public var firstName: String
  public var lastName: String
  /// E.164, for example `+15551234567`. Empty for an account without one.
  public var phoneNumber: String
  public var phoneRegion: Region
  /// The e-mail address with which they sign in; nil for none.
  public var email: String?
  public var profileImageURL: URL?
  public var emergencyNote: String
  /// Longest promised time between two check-ins, in seconds (3,600–604,800).
  public var checkInInterval: TimeInterval
  /// Time after the deadline in which only the person is reminded, in seconds (0–3,600).
  public var gracePeriod: TimeInterval
  public var lastCheckedIn: Date?
  /// The deadline as the server keeps it; see ``expirationTimestamp``.
  public var deadline: Date?
  /// Times of day promised instead of the interval.
  public var checkInTimes: CheckInTimes?
  /// Until then there are no reminders and no missed deadlines.
  public var pausedUntil: Date?
  /// When the countdown restarted without a check-in.
  public var resumedAt: Date?
  /// The trip that has not ended.
  public var travel: TravelData?
  /// Their own alerts that are on, earliest first.
  public var alarms: [AlarmData]
  /// The server's finding that the deadline and the grace period passed without a check-in.
  public var isNonResponsive: Bool
  public var qrCodeID: QRCodeID
  public var preferences: NotificationPreferences
  /// Nil until one was chosen.
  public var language: Language?
  public var manualAlertActive: Bool
  public var manualAlertTimestamp: Date?
  public var profileComplete: Bool
  public var pushToken: String?
  public var sessionID: String?
  public var createdAt: Date
  public var lastUpdated: Date
  public var lastSignInTime: Date

  public init(
    id: Person.ID,
    profile: Profile = Profile(),
    phoneNumber: String = "",
    phoneRegion: Region = .unitedStates,
    email: String? = nil,
    profileImageURL: URL? = nil,
    checkInInterval: TimeInterval = CheckInSettings.defaultInterval,
    gracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod,
    lastCheckedIn: Date? = nil,
    deadline: Date? = nil,
    checkInTimes: CheckInTimes? = nil,
    pausedUntil: Date? = nil,
    resumedAt: Date? = nil,
    travel: TravelData? = nil,
    alarms: [AlarmData] = [],
    isNonResponsive: Bool = false,
    qrCodeID: QRCodeID = "",
    preferences: NotificationPreferences = NotificationPreferences(),
    language: Language? = nil,
    manualAlertActive: Bool = false,
    manualAlertTimestamp: Date? = nil,
    profileComplete: Bool = false,
    pushToken: String? = nil,
    sessionID: String? = nil,
    createdAt: Date = Date(timeIntervalSince1970: 0),
    lastUpdated: Date = Date(timeIntervalSince1970: 0),
    lastSignInTime: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.id = id
    firstName = profile.firstName
    lastName = profile.lastName
    self.phoneNumber = phoneNumber
    self.phoneRegion = phoneRegion
    self.email = email
    self.profileImageURL = profileImageURL
    emergencyNote = profile.emergencyNote
    self.checkInInterval = checkInInterval
    self.gracePeriod = gracePeriod
    self.lastCheckedIn = lastCheckedIn
    self.deadline = deadline
    self.checkInTimes = checkInTimes
    self.pausedUntil = pausedUntil
    self.resumedAt = resumedAt
    self.travel = travel
    self.alarms = alarms
    self.isNonResponsive = isNonResponsive
    self.qrCodeID = qrCodeID
    self.preferences = preferences
    self.language = language
    self.manualAlertActive = manualAlertActive
    self.manualAlertTimestamp = manualAlertTimestamp
    self.profileComplete = profileComplete
    self.pushToken = pushToken
    self.sessionID = sessionID
    self.createdAt = createdAt
    self.lastUpdated = lastUpdated
    self.lastSignInTime = lastSignInTime
  }
}

extension UserData {
  /// Its texts are properties here, as on the wire.
  public var profile: Profile {
    Profile(firstName: firstName, lastName: lastName, emergencyNote: emergencyNote)
  }

  /// First and last name, trimmed; empty until the profile is complete.
  public var name: String { profile.name }

  /// The name to show on the person's own profile.
  public var displayName: String { name.isEmpty ? "User" : name }

  public var checkInPlan: CheckInPlan {
    checkInTimes.map { .times($0) } ?? .interval(checkInInterval)
  }

  /// When the countdown to the deadline began: the last check-in, the end of the last pause, or the
  /// first responder.
  public var countdownStart: Date? { resumedAt ?? lastCheckedIn }

  /// The deadline, without the grace period: the server's, or the one that the plan gives for the
  /// last check-in.
  public var expirationTimestamp: Date? {
    deadline ?? lastCheckedIn.map { checkInPlan.deadline(after: $0) }
  }

  /// Whether check-ins are expected, now or after a pause.
  public var checksIn: Bool { expirationTimestamp != nil }

  /// The same instant as ``expirationTimestamp``, under the name the check-in screen uses.
  public var checkInExpiration: Date? { expirationTimestamp }

  /// Seconds until the deadline, negative once it passed; nil without a first check-in.
  public func timeRemaining(_ now: Date) -> TimeInterval? {
    expirationTimestamp?.timeIntervalSince(now)
  }

  /// Alert before lateness before active, from the facts the server sent.
  public var status: UserStatus {
    UserStatus(alertActive: manualAlertActive, nonResponsive: isNonResponsive)
  }

  /// Whether the person still has to give a name.
  public var needsOnboarding: Bool { !profileComplete }

  /// The lead of the one reminder that counts, in seconds; see ``NotificationPreferences``.
  public var reminderInterval: TimeInterval { preferences.reminderInterval }

  public var notificationEnabled: Bool { preferences.isNotificationsEnabled }
  public var notify30MinBefore: Bool { preferences.notify30MinBefore }
  public var notify2HoursBefore: Bool { preferences.notify2HoursBefore }
  public var ownReminders: OwnReminders { preferences.ownReminders ?? [] }
}
