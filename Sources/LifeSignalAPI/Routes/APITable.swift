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
    + account + timeline + channels + [changes.description]

  /// The topics that change, as server-sent events; see ``APITopic``.
  public static let changes = APIRoute<Empty, Empty>(.get, "/changes")

  // MARK: Auth

  public static let sendVerificationCode = APIRoute<SendCodeRequest, SendCodeAnswer>(
    .post, "/auth/codes", by: .visitor)
  public static let verifyCode = APIRoute<VerifyCodeRequest, APICredential>(
    .post, "/auth/sessions", by: .visitor)
  public static let signOut = APIRoute<Empty, Empty>(.delete, "/auth/session")

  static let auth = [
    sendVerificationCode.description, verifyCode.description, signOut.description,
  ]

  // MARK: Person

  public static let currentUser = APIRoute<Empty, UserData>(.get, "/user")
  public static let updateProfile = APIRoute<ProfileRequest, Empty>(.put, "/user/profile")
  public static let updateNotificationPreferences = APIRoute<NotificationPreferences, Empty>(
    .put, "/user/notification-preferences")
  public static let setLanguage = APIRoute<LanguageRequest, Empty>(.put, "/user/language")
  public static let refreshQRCodeID = APIRoute<Empty, QRCodeAnswer>(.post, "/user/qr-code")
  public static let updatePushToken = APIRoute<PushTokenRequest, Empty>(.put, "/user/push-token")

  static let user = [
    currentUser.description, updateProfile.description, updateNotificationPreferences.description,
    setLanguage.description, refreshQRCodeID.description, updatePushToken.description,
  ]

  // MARK: Contacts

  public static let getContacts = APIRoute<Empty, APIList<ContactData>>(.get, "/contacts")
  public static let getContact = APIRoute<ContactReference, ContactData>(.get, "/contacts/{id}")
  public static let getContactInfo = APIRoute<QRCodeReference, ContactInfo>(
    .get, "/qr-codes/{qrCode}")
  /// The picture of a code.
  public static let generateQRCode = APIRoute<QRCodeReference, ImageData>(
    .get, "/qr-codes/{qrCode}/picture")
  public static let addContact = APIRoute<AddContactRequest, ContactData>(.post, "/contacts")
  public static let acceptContact = APIRoute<ContactReference, ContactData>(
    .post, "/contacts/{id}/accept")
  public static let declineContact = APIRoute<ContactReference, Empty>(
    .post, "/contacts/{id}/decline")
  public static let updateContact = APIRoute<RolesRequest, ContactData>(
    .put, "/contacts/{id}/roles")
  public static let removeContact = APIRoute<ContactReference, Empty>(.delete, "/contacts/{id}")

  static let contacts = [
    getContacts.description, getContact.description, getContactInfo.description,
    generateQRCode.description,
    addContact.description, acceptContact.description, declineContact.description,
    updateContact.description, removeContact.description,
  ]

  // MARK: Check-ins

  public static let checkIn = APIRoute<CheckInRequest, InstantAnswer>(
    .post, "/check-ins", isVital: true, takesKey: true)
  public static let getCheckInHistory = APIRoute<APILimit, APIList<CheckInRecord>>(
    .get, "/check-ins")
  public static let getCheckInInterval = APIRoute<Empty, APILength>(
    .get, "/check-in-settings/interval")
  public static let setCheckInInterval = APIRoute<APILength, Empty>(
    .put, "/check-in-settings/interval")
  public static let getReminderInterval = APIRoute<Empty, APILength>(
    .get, "/check-in-settings/reminder")
  public static let setReminderInterval = APIRoute<APILength, Empty>(
    .put, "/check-in-settings/reminder")
  public static let getGracePeriod = APIRoute<Empty, APILength>(
    .get, "/check-in-settings/grace-period")
  public static let setGracePeriod = APIRoute<APILength, Empty>(
    .put, "/check-in-settings/grace-period")

  static let checkIns = [
    checkIn.description, getCheckInHistory.description, getCheckInInterval.description,
    setCheckInInterval.description, getReminderInterval.description,
    setReminderInterval.description, getGracePeriod.description, setGracePeriod.description,
  ]

  // MARK: Alerts

  public static let activateAlert = APIRoute<Empty, InstantAnswer>(
    .post, "/alert", isVital: true, takesKey: true)
  public static let deactivateAlert = APIRoute<Empty, InstantAnswer>(
    .delete, "/alert", isVital: true, takesKey: true)
  public static let getAlertStatus = APIRoute<Empty, AlertStatusSnapshot>(.get, "/alert")
  public static let getAlertHistory = APIRoute<APILimit, APIList<AlertRecord>>(.get, "/alerts")

  static let alerts = [
    activateAlert.description, deactivateAlert.description, getAlertStatus.description,
    getAlertHistory.description,
  ]

  // MARK: Pings

  public static let pingDependent = APIRoute<PingRequest, PingData>(.post, "/pings")
  public static let respondToPing = APIRoute<PingReference, Empty>(
    .post, "/pings/{id}/respond", isVital: true)
  public static let respondToAllPings = APIRoute<Empty, Empty>(
    .post, "/pings/respond-to-all", isVital: true)
  public static let clearPing = APIRoute<PingReference, Empty>(.delete, "/pings/{id}")
  public static let getPings = APIRoute<Empty, PingLists>(.get, "/pings")
  public static let getPendingPings = APIRoute<Empty, APIList<PingData>>(.get, "/pings/pending")
  public static let getPingHistory = APIRoute<Empty, APIList<PingData>>(.get, "/pings/history")

  static let pings = [
    pingDependent.description, respondToPing.description, respondToAllPings.description,
    clearPing.description, getPings.description, getPendingPings.description,
    getPingHistory.description,
  ]

  // MARK: Notifications

  /// At most 100.
  public static let getNotifications = APIRoute<APILimit, APIList<NotificationData>>(
    .get, "/notifications")
  public static let markAsRead = APIRoute<NotificationReference, Empty>(
    .post, "/notifications/{id}/read")
  public static let markAllAsRead = APIRoute<Empty, Empty>(.post, "/notifications/read")
  public static let clearNotification = APIRoute<NotificationReference, Empty>(
    .delete, "/notifications/{id}")
  public static let clearAllNotifications = APIRoute<Empty, Empty>(.delete, "/notifications")

  static let notifications = [
    getNotifications.description, markAsRead.description, markAllAsRead.description,
    clearNotification.description, clearAllNotifications.description,
  ]

  // MARK: Preferences

  public static let getPreference = APIRoute<PreferenceReference, PreferenceAnswer>(
    .get, "/preferences/{key}")
  public static let setPreference = APIRoute<PreferenceRequest, Empty>(.put, "/preferences/{key}")

  static let preferences = [getPreference.description, setPreference.description]
}
