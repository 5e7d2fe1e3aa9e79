public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's notification centre and the device's own notifications.
@DependencyClient
public struct NotificationClient: Sendable {
  /// The newest 50.
  public var getNotifications: @Sendable () async throws -> [NotificationData]
  public var markAsRead: @Sendable (NotificationData.ID) async throws -> Void
  public var markAllAsRead: @Sendable () async throws -> Void
  public var clearNotification: @Sendable (NotificationData.ID) async throws -> Void
  public var clearAllNotifications: @Sendable () async throws -> Void
  /// Requests permission if needed and registers the device's token.
  public var registerForPushNotifications: @Sendable () async throws -> Void
  /// A reminder on the device itself, replacing an earlier one. Does nothing on a server, which
  /// reminds by its own deadlines.
  public var scheduleCheckInReminder: @Sendable (_ at: Date) async throws -> Void
  public var cancelScheduledNotifications: @Sendable ([String]) async -> Void = { _ in }
  public var requestAuthorization: @Sendable () async throws -> Bool
  public var getAuthorizationStatus: @Sendable () async -> NotificationAuthorizationStatus = {
    .notDetermined
  }
  /// Changes what differs from what the page showed. Over HTTP all preferences are sent.
  public var updateNotificationSettings:
    @Sendable (Edit<NotificationPreferences>) async throws -> Void
  /// The newest 100, current value first, then after every change.
  public var notificationStream: @Sendable () -> Updates<[NotificationData]> = { .finished }
  /// The person tapped a push of the system; ends immediately where there are none.
  public var streamNotificationResponses: @Sendable () -> AsyncStream<NotificationResponse> = {
    .finished
  }
  /// The device's push token; ends immediately where there is none.
  public var streamPushTokenUpdates: @Sendable () -> AsyncStream<String> = { .finished }
}

extension NotificationClient {
  /// The live value.
  /// - Parameter device: carries out what only a device can.
  public init(_ performer: some Performer, device: DeviceNotifications) {
    self.init(
      getNotifications: { try await performer.answer(GetNotifications(limit: 50)).items },
      markAsRead: { try await performer.perform(MarkAsRead(id: $0)) },
      markAllAsRead: { try await performer.perform(MarkAllAsRead()) },
      clearNotification: { try await performer.perform(ClearNotification(id: $0)) },
      clearAllNotifications: { try await performer.perform(ClearAllNotifications()) },
      registerForPushNotifications: device.registerForPushNotifications,
      scheduleCheckInReminder: device.scheduleCheckInReminder,
      cancelScheduledNotifications: device.cancelScheduledNotifications,
      requestAuthorization: device.requestAuthorization,
      getAuthorizationStatus: device.getAuthorizationStatus,
      updateNotificationSettings: {
        try await performer.perform(UpdateNotificationPreferences($0.wanted, seen: $0.seen))
      },
      notificationStream: { performer.answers(to: GetNotifications(limit: 100)) { $0.items } },
      streamNotificationResponses: device.streamNotificationResponses,
      streamPushTokenUpdates: device.streamPushTokenUpdates)
  }
}

extension NotificationClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = NotificationClient()
}

extension DependencyValues {
  public var notificationClient: NotificationClient {
    get { self[NotificationClient.self] }
    set { self[NotificationClient.self] = newValue }
  }
}
