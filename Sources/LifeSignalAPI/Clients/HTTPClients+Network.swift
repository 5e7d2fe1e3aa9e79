import Foundation
public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var user: UserClient {
    UserClient(
      currentUser: { try await connection.call(APITable.currentUser) },
      updateProfile: { first, last, note in
        try await connection.tell(
          APITable.updateProfile,
          ProfileRequest(firstName: first, lastName: last, emergencyNote: note))
      },
      deleteProfileImage: { try await connection.tell(APITable.removePicture) },
      exportData: { try await connection.call(APITable.exportData).document() },
      deleteAccount: { code, verificationID in try await deleteAccount(code, verificationID) },
      updateNotificationPreferences: { try await save($0) },
      refreshQRCodeID: { try await connection.call(APITable.refreshQRCodeID).qrCodeID },
      setLanguage: { language in
        try await connection.tell(APITable.setLanguage, LanguageRequest(language: language))
      },
      updatePushToken: { token in
        try await connection.tell(
          APITable.updatePushToken, PushTokenRequest(token: token))
      },
      userStream: {
        following([.user, .checkIns, .alert, .sessions]) {
          try await connection.call(APITable.currentUser)
        }
      })
  }

  private func save(_ preferences: NotificationPreferences) async throws {
    try await connection.tell(APITable.updateNotificationPreferences, preferences)
  }

  public var contacts: ContactClient {
    @Sendable func all() async throws -> [ContactData] {
      try await connection.call(APITable.getContacts).items
    }
    return ContactClient(
      getContacts: { try await all() },
      getContact: { try await connection.call(APITable.getContact, ContactReference(id: $0)) },
      getContactInfo: { code in
        try await connection.call(APITable.getContactInfo, QRCodeReference(qrCode: code))
      },
      addContact: { code, isResponder, isDependent in
        try await connection.call(
          APITable.addContact,
          AddContactRequest(qrCode: code, isResponder: isResponder, isDependent: isDependent))
      },
      acceptContact: { id in
        try await connection.call(APITable.acceptContact, ContactReference(id: id))
      },
      declineContact: { id in
        try await connection.tell(APITable.declineContact, ContactReference(id: id))
      },
      blockRequests: { id in
        try await connection.tell(APITable.blockRequests, ContactReference(id: id))
      },
      getBlockedAskers: { try await connection.call(APITable.getBlockedAskers).items },
      allowRequests: { id in
        try await connection.tell(APITable.allowRequests, ContactReference(id: id))
      },
      updateContact: { id, isResponder, isDependent in
        try await connection.call(
          APITable.updateContact,
          RolesRequest(id: id, isResponder: isResponder, isDependent: isDependent))
      },
      updateContactPrivateFields: { id, nickname, notes in
        try await connection.tell(
          APITable.updateContactPrivateFields,
          PrivateFieldsRequest(id: id, nickname: nickname, notes: notes))
      },
      updateContactSwitches: { id, switches in
        try await connection.call(
          APITable.updateContactSwitches, SwitchesRequest(id: id, switches: switches))
      },
      removeContact: { id in
        try await connection.tell(APITable.removeContact, ContactReference(id: id))
      },
      contactsStream: { following(.contacts) { try await all() } })
  }

  public var notification: NotificationClient {
    @Sendable func newest(_ limit: Int) async throws -> [NotificationData] {
      try await connection.call(APITable.getNotifications, APIPage(limit: limit)).items
    }
    return NotificationClient(
      getNotifications: { try await newest(50) },
      markAsRead: { try await perform(MarkAsRead(id: $0)) },
      markAllAsRead: { try await perform(MarkAllAsRead()) },
      clearNotification: { try await perform(ClearNotification(id: $0)) },
      clearAllNotifications: { try await perform(ClearAllNotifications()) },
      registerForPushNotifications: device.registerForPushNotifications,
      scheduleCheckInReminder: device.scheduleCheckInReminder,
      cancelScheduledNotifications: device.cancelScheduledNotifications,
      requestAuthorization: device.requestAuthorization,
      getAuthorizationStatus: device.getAuthorizationStatus,
      updateNotificationSettings: { try await save($0) },
      notificationStream: { following(.notifications) { try await newest(100) } },
      streamNotificationResponses: device.streamNotificationResponses,
      streamPushTokenUpdates: device.streamPushTokenUpdates)
  }
}
