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

  public var contacts: ContactClient { ContactClient(self) }

  public var notification: NotificationClient {
    @Sendable func newest(_ limit: Int) async throws -> [NotificationData] {
      try await answer(GetNotifications(limit: limit)).items
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
