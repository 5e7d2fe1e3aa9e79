import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var user: UserClient {
    UserClient(
      currentUser: { try await answering { try await engine.user(person()) } },
      updateProfile: { first, last, note in
        try await answering {
          try await perform(.updateProfile(firstName: first, lastName: last, emergencyNote: note))
        }
      },
      deleteProfileImage: { try await answering { try await perform(.removePicture) } },
      exportData: {
        try await answering { try await export().document() }
      },
      deleteAccount: { code, id in try await answering { try await deleteAccount(code, id) } },
      updateNotificationPreferences: { preferences in
        try await answering {
          try await perform(.setNotificationPreferences(preferences))
        }
      },
      refreshQRCodeID: {
        try await answering {
          guard case .qrCode(let id) = try await outcome(of: .resetQRCode) else {
            throw UnexpectedOutcome()
          }
          return id
        }
      },
      setLanguage: { language in
        try await answering { try await perform(.setLanguage(language)) }
      },
      // A browser has no token of this kind: it subscribes elsewhere.
      updatePushToken: { token in
        try await answering { try await perform(.setDeviceToken(token)) }
      },
      userStream: {
        following([.user, .checkIns, .alert, .sessions]) { person, changes in
          if changes.contains(.sessions) { try await endIfRevoked() }
          return try await engine.user(person)
        }
      })
  }

  var contacts: ContactClient { ContactClient(self) }

  var notification: NotificationClient {
    NotificationClient(
      getNotifications: { try await answer(GetNotifications(limit: 50)).items },
      markAsRead: { try await perform(MarkAsRead(id: $0)) },
      markAllAsRead: { try await perform(MarkAllAsRead()) },
      clearNotification: { try await perform(ClearNotification(id: $0)) },
      clearAllNotifications: { try await perform(ClearAllNotifications()) },
      // A server has no device: no token, no local reminders, nothing it may not do. The
      // engine's own deadlines remind.
      registerForPushNotifications: {},
      scheduleCheckInReminder: { _ in },
      cancelScheduledNotifications: { _ in },
      requestAuthorization: { true },
      getAuthorizationStatus: { .authorized },
      updateNotificationSettings: { preferences in
        try await answering {
          try await perform(.setNotificationPreferences(preferences))
        }
      },
      notificationStream: {
        following(.notifications) { try await engine.notifications(of: $0, limit: 100) }
      },
      streamNotificationResponses: { .finished },
      streamPushTokenUpdates: { .finished })
  }
}
