import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// The route table of version 1. A new member of a client is one entry here, one line where the
/// server answers, one where the client asks.
public enum APITable {
  /// All of it, for whoever checks that nothing is forgotten.
  public static let all: [APIRouteDescription] =
    auth + user + contacts + checkIns + promise + alerts + alarm + pings + notifications
    + preferences
    + account + sessions + passkeys + timeline + channels + things + [changes.description]

  /// The topics that change, as server-sent events; see ``APITopic``.
  public static let changes = APIRoute<Empty, Empty>(.get, "/changes", by: .token(.read))

  // MARK: Auth

  public static let sendVerificationCode = APIRoute<SendCodeRequest, SendCodeAnswer>(
    .post, "/auth/codes", by: .visitor)
  public static let verifyCode = APIRoute<VerifyCodeRequest, APICredential>(
    .post, "/auth/sessions", by: .visitor)
  public static let signOut = APIRoute<Empty, Empty>(.delete, "/auth/session", by: .session)

  static let auth = [
    sendVerificationCode.description, verifyCode.description, signOut.description,
  ]

  // MARK: Person

  public static let currentUser = APIRoute<Empty, UserData>(.get, "/user", by: .token(.read))
  public static let updateProfile = APIRoute<ProfileRequest, Empty>(
    .put, "/user/profile", by: .token(.account))
  public static let updateNotificationPreferences = APIRoute<NotificationPreferences, Empty>(
    .put, "/user/notification-preferences", by: .token(.account))
  public static let setLanguage = APIRoute<LanguageRequest, Empty>(
    .put, "/user/language", by: .token(.account))
  public static let refreshQRCodeID = APIRoute<Empty, QRCodeAnswer>(
    .post, "/user/qr-code", by: .token(.account))
  public static let updatePushToken = APIRoute<PushTokenRequest, Empty>(
    .put, "/user/push-token", by: .token(.account))

  static let user = [
    currentUser.description, updateProfile.description, updateNotificationPreferences.description,
    setLanguage.description, refreshQRCodeID.description, updatePushToken.description,
  ]

  // MARK: Contacts

  public static let getContacts = APIRoute<Empty, APIList<ContactData>>(
    .get, "/contacts", by: .token(.read))
  public static let getContact = APIRoute<ContactReference, ContactData>(
    .get, "/contacts/{id}", by: .token(.read))
  public static let getContactInfo = APIRoute<QRCodeReference, ContactInfo>(
    .get, "/qr-codes/{qrCode}", by: .token(.contacts))
  /// The picture of a code.
  public static let generateQRCode = APIRoute<QRCodeReference, ImageData>(
    .get, "/qr-codes/{qrCode}/picture", by: .token(.read))
  public static let addContact = APIRoute<AddContactRequest, ContactData>(
    .post, "/contacts", by: .token(.contacts))
  public static let acceptContact = APIRoute<ContactReference, ContactData>(
    .post, "/contacts/{id}/accept", by: .token(.contacts))
  public static let declineContact = APIRoute<ContactReference, Empty>(
    .post, "/contacts/{id}/decline", by: .token(.contacts))
  public static let updateContact = APIRoute<RolesRequest, ContactData>(
    .put, "/contacts/{id}/roles", by: .token(.contacts))
  public static let removeContact = APIRoute<ContactReference, Empty>(
    .delete, "/contacts/{id}", by: .token(.contacts))

  static let contacts = [
    getContacts.description, getContact.description, getContactInfo.description,
    generateQRCode.description,
    addContact.description, acceptContact.description, declineContact.description,
    updateContact.description, removeContact.description,
  ]

  // MARK: Check-ins

  public static let checkIn = APIRoute<CheckInRequest, InstantAnswer>(
    .post, "/check-ins", by: .token(.checkIn), isVital: true, takesKey: true)
  public static let getCheckInHistory = APIRoute<APILimit, APIList<CheckInRecord>>(
    .get, "/check-ins", by: .token(.read))
  public static let getCheckInInterval = APIRoute<Empty, APILength>(
    .get, "/check-in-settings/interval", by: .token(.read))
  public static let setCheckInInterval = APIRoute<APILength, Empty>(
    .put, "/check-in-settings/interval", by: .token(.account))
  public static let getReminderInterval = APIRoute<Empty, APILength>(
    .get, "/check-in-settings/reminder", by: .token(.read))
  public static let setReminderInterval = APIRoute<APILength, Empty>(
    .put, "/check-in-settings/reminder", by: .token(.account))
  public static let getGracePeriod = APIRoute<Empty, APILength>(
    .get, "/check-in-settings/grace-period", by: .token(.read))
  public static let setGracePeriod = APIRoute<APILength, Empty>(
    .put, "/check-in-settings/grace-period", by: .token(.account))

  static let checkIns = [
    checkIn.description, getCheckInHistory.description, getCheckInInterval.description,
    setCheckInInterval.description, getReminderInterval.description,
    setReminderInterval.description, getGracePeriod.description, setGracePeriod.description,
  ]

  // MARK: Alerts

  public static let activateAlert = APIRoute<Empty, InstantAnswer>(
    .post, "/alert", by: .token(.alert), isVital: true, takesKey: true)
  public static let deactivateAlert = APIRoute<Empty, InstantAnswer>(
    .delete, "/alert", by: .token(.alert), isVital: true, takesKey: true)
  public static let getAlertStatus = APIRoute<Empty, AlertStatusSnapshot>(
    .get, "/alert", by: .token(.read))
  public static let getAlertHistory = APIRoute<APILimit, APIList<AlertRecord>>(
    .get, "/alerts", by: .token(.read))

  static let alerts = [
    activateAlert.description, deactivateAlert.description, getAlertStatus.description,
    getAlertHistory.description,
  ]

  // MARK: Pings

  public static let pingDependent = APIRoute<PingRequest, PingData>(
    .post, "/pings", by: .token(.ping))
  public static let respondToPing = APIRoute<PingReference, Empty>(
    .post, "/pings/{id}/respond", by: .token(.checkIn), isVital: true)
  public static let respondToAllPings = APIRoute<Empty, Empty>(
    .post, "/pings/respond-to-all", by: .token(.checkIn), isVital: true)
  public static let clearPing = APIRoute<PingReference, Empty>(
    .delete, "/pings/{id}", by: .token(.ping))
  public static let getPings = APIRoute<Empty, PingLists>(.get, "/pings", by: .token(.read))
  public static let getPendingPings = APIRoute<Empty, APIList<PingData>>(
    .get, "/pings/pending", by: .token(.read))
  public static let getPingHistory = APIRoute<Empty, APIList<PingData>>(
    .get, "/pings/history", by: .token(.read))

  static let pings = [
    pingDependent.description, respondToPing.description, respondToAllPings.description,
    clearPing.description, getPings.description, getPendingPings.description,
    getPingHistory.description,
  ]

  // MARK: Notifications

  /// At most 100.
  public static let getNotifications = APIRoute<APILimit, APIList<NotificationData>>(
    .get, "/notifications", by: .token(.read))
  public static let markAsRead = APIRoute<NotificationReference, Empty>(
    .post, "/notifications/{id}/read", by: .token(.account))
  public static let markAllAsRead = APIRoute<Empty, Empty>(
    .post, "/notifications/read", by: .token(.account))
  public static let clearNotification = APIRoute<NotificationReference, Empty>(
    .delete, "/notifications/{id}", by: .token(.account))
  public static let clearAllNotifications = APIRoute<Empty, Empty>(
    .delete, "/notifications", by: .token(.account))

  static let notifications = [
    getNotifications.description, markAsRead.description, markAllAsRead.description,
    clearNotification.description, clearAllNotifications.description,
  ]

  // MARK: Preferences

  public static let getPreference = APIRoute<PreferenceReference, PreferenceAnswer>(
    .get, "/preferences/{key}", by: .token(.read))
  public static let setPreference = APIRoute<PreferenceRequest, Empty>(
    .put, "/preferences/{key}", by: .token(.account))

  static let preferences = [getPreference.description, setPreference.description]
}
