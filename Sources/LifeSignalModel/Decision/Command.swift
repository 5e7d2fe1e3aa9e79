public import Foundation

/// Everything that can be asked of the safety network. Whom it concerns besides the actor is named
/// here; who asks is the ``Actor``.
public enum Command: Equatable, Sendable {
  // MARK: Auth

  /// By a visitor. `network` names where the request comes from, for the limit per network.
  case requestCode(phoneNumber: String, region: Region, network: String)
  /// By a visitor. `label` is what the person will recognise the new session by.
  case verifyCode(OneTimeCode.ID, code: String, label: String)
  case signOut(SessionID)
  /// By the system: makes a member without a code, for demos and operators; repeats are harmless.
  case enrol(phoneNumber: String, region: Region)

  // MARK: Person

  /// The first complete profile starts the watch with an automatic check-in.
  case updateProfile(firstName: String, lastName: String, emergencyNote: String)
  case resetQRCode
  case setLanguage(Language)
  case setNotificationPreferences(NotificationPreferences)
  /// Nil removes the value.
  case setPreference(key: String, value: String?)

  // MARK: Contact

  /// Roles as the caller sees them: the other as my responder, the other as my dependent.
  case requestRelation(qrCode: QRCodeID, isResponder: Bool, isDependent: Bool)
  case acceptRelation(Person.ID)
  case declineRelation(Person.ID)
  /// Also withdraws the caller's own request.
  case endRelation(Person.ID)
  case updateRoles(Person.ID, isResponder: Bool, isDependent: Bool)

  // MARK: Check-in

  /// `at` is the device's time of a check-in queued while offline.
  case checkIn(clientKey: String?, at: Date? = nil)
  /// Seconds, 3,600–604,800.
  case setInterval(TimeInterval)
  /// Seconds, 0–3,600.
  case setGracePeriod(TimeInterval)
  /// Seconds before the deadline: 0, 1,800 or 7,200.
  case setReminder(TimeInterval)

  // MARK: Alert

  case raiseAlert
  case endAlert

  // MARK: Ping

  case ping(Person.ID)
  case respondToPing(PingData.ID)
  case respondToAllPings
  case clearPing(PingData.ID)

  // MARK: Notification

  case markRead(NotificationData.ID)
  case markAllRead
  case clearNotification(NotificationData.ID)
  case clearNotifications

  // MARK: System

  /// The watch as the loop read it; nothing happens unless it is still so.
  case fireDeadline(Watch)
  /// The ping as the loop read it; nothing happens unless it is still so.
  case expirePing(Ping)

  /// Commands by which a person stays or calls for safe. No limit on requests ever holds them up.
  public var isVital: Bool {
    switch self {
    case .checkIn, .raiseAlert, .endAlert, .respondToPing, .respondToAllPings, .fireDeadline,
      .expirePing:
      true
    default: false
    }
  }
}
