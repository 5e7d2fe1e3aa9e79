public import Composable
public import Foundation

/// Small values a device or, on a server, a person keeps. Keys are those of the specification.
@DependencyClient
public struct PreferencesClient: Sendable {
  public var string: @Sendable (_ key: String) async -> String? = { _ in nil }
  /// Nil removes.
  public var setString: @Sendable (_ value: String?, _ key: String) async -> Void
  public var bool: @Sendable (_ key: String) async -> Bool? = { _ in nil }
  public var setBool: @Sendable (_ value: Bool, _ key: String) async -> Void
  public var setData: @Sendable (_ value: Data?, _ key: String) async -> Void
}

/// The names under which values are kept.
enum PreferenceKey {
  static let dependentsSortOption = "DependentsSortOption"
  static let notificationFilter = "NotificationFilter"
  static let notificationShowUnreadOnly = "NotificationShowUnreadOnly"
  static let notificationPreferences = "notificationPreferences"
}

extension PreferencesClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = PreferencesClient()
}

extension DependencyValues {
  public var preferencesClient: PreferencesClient {
    get { self[PreferencesClient.self] }
    set { self[PreferencesClient.self] = newValue }
  }
}
