import Foundation
import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  package var user: UserClient {
    UserClient(
      self, exportData: { try await answering { try await export().document() } })
  }

  package var checkIn: CheckInClient {
    var client = CheckInClient(self)
    // The device may send a check-in of the page once more, under this key.
    client.checkIn = { try await perform(CheckInNow(), key: session.takeCheckInKey()).at }
    return client
  }

  package var contacts: ContactClient { ContactClient(self) }

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
      updateNotificationSettings: {
        try await perform(UpdateNotificationPreferences($0.wanted, seen: $0.seen))
      },
      notificationStream: {
        following(.notifications) { try await engine.notifications(of: $0, limit: 100) }
      },
      streamNotificationResponses: { .finished },
      streamPushTokenUpdates: { .finished })
  }
}
