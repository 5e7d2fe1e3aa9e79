public import Foundation

/// Notification functions that only the device itself has; a native app provides its own.
public struct DeviceNotifications: Sendable {
  public var registerForPushNotifications: @Sendable () async throws -> Void
  public var scheduleCheckInReminder: @Sendable (_ at: Date) async throws -> Void
  public var cancelScheduledNotifications: @Sendable ([String]) async -> Void
  public var requestAuthorization: @Sendable () async throws -> Bool
  public var getAuthorizationStatus: @Sendable () async -> NotificationAuthorizationStatus
  public var streamNotificationResponses: @Sendable () -> AsyncStream<NotificationResponse>
  public var streamPushTokenUpdates: @Sendable () -> AsyncStream<String>

  public init(
    registerForPushNotifications: @escaping @Sendable () async throws -> Void,
    scheduleCheckInReminder: @escaping @Sendable (_ at: Date) async throws -> Void,
    cancelScheduledNotifications: @escaping @Sendable ([String]) async -> Void,
    requestAuthorization: @escaping @Sendable () async throws -> Bool,
    getAuthorizationStatus: @escaping @Sendable () async -> NotificationAuthorizationStatus,
    streamNotificationResponses: @escaping @Sendable () -> AsyncStream<NotificationResponse>,
    streamPushTokenUpdates: @escaping @Sendable () -> AsyncStream<String>
  ) {
    self.registerForPushNotifications = registerForPushNotifications
    self.scheduleCheckInReminder = scheduleCheckInReminder
    self.cancelScheduledNotifications = cancelScheduledNotifications
    self.requestAuthorization = requestAuthorization
    self.getAuthorizationStatus = getAuthorizationStatus
    self.streamNotificationResponses = streamNotificationResponses
    self.streamPushTokenUpdates = streamPushTokenUpdates
  }

  /// No device: no tokens, no local reminders, no permission to request. The server's own deadlines
  /// remind.
  public static let none = DeviceNotifications(
    registerForPushNotifications: {}, scheduleCheckInReminder: { _ in },
    cancelScheduledNotifications: { _ in }, requestAuthorization: { false },
    getAuthorizationStatus: { .notDetermined }, streamNotificationResponses: { .finished },
    streamPushTokenUpdates: { .finished })

  /// A server has no device: no token, no local reminders, every permission granted. The engine's own
  /// deadlines remind.
  package static let server: DeviceNotifications = {
    var server = none
    server.requestAuthorization = { true }
    server.getAuthorizationStatus = { .authorized }
    return server
  }()
}
