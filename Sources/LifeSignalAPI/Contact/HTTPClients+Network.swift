import Foundation
public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var user: UserClient {
    UserClient(
      self, exportData: { try await connection.call(APITable.exportData).document() })
  }

  public var checkIn: CheckInClient { CheckInClient(self) }

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
      updateNotificationSettings: {
        try await perform(UpdateNotificationPreferences($0.wanted, seen: $0.seen))
      },
      notificationStream: { following(.notifications) { try await newest(100) } },
      streamNotificationResponses: device.streamNotificationResponses,
      streamPushTokenUpdates: device.streamPushTokenUpdates)
  }
}
