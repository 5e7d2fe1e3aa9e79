public import Composable
public import LifeSignalModel

/// The signed-in person's notification preferences, for features that need nothing else of their
/// record.
@DependencyClient
public struct SettingsClient: Sendable {
  public var getNotificationPreferences: @Sendable () async throws -> NotificationPreferences
  public var updateNotificationPreferences: @Sendable (NotificationPreferences) async throws -> Void
}

extension SettingsClient {
  /// The same over the client of the person's record: one connection to the server, not two.
  public init(_ user: UserClient) {
    self.init(
      getNotificationPreferences: { try await user.currentUser().preferences },
      updateNotificationPreferences: { try await user.updateNotificationPreferences($0) })
  }
}

extension SettingsClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = SettingsClient()
}

extension DependencyValues {
  public var settingsClient: SettingsClient {
    get { self[SettingsClient.self] }
    set { self[SettingsClient.self] = newValue }
  }
}
