public import Composable
public import Foundation
import LifeSignalModel

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

extension PreferencesClient {
  /// The live value: kept with the person on the server, so signing out leaves nothing on a device.
  public init(_ performer: some Performer) {
    @Sendable func value(_ key: String) async -> String? {
      try? await performer.answer(GetPreference(key: key)).value
    }
    // Sort orders and filters: losing one is no reason to disturb the person.
    @Sendable func set(_ value: String?, _ key: String) async {
      _ = try? await performer.perform(SetPreference(key: key, value: value))
    }
    self.init(
      string: { await value($0) },
      setString: { await set($0, $1) },
      bool: { await value($0).map { $0 == "true" } },
      setBool: { await set($0 ? "true" : "false", $1) },
      setData: { await set($0?.base64EncodedString(), $1) })
  }
}

/// The names under which values are kept.
enum PreferenceKey {
  /// Whether the person has saved a plan of check-ins, be it the one they began with.
  static let checkInPlanChosen = "CheckInPlanChosen"  // no words
  static let dependentsSortOption = "DependentsSortOption"
  static let notificationFilter = "NotificationFilter"
  static let notificationShowUnreadOnly = "NotificationShowUnreadOnly"
  /// Written only: the copy of the preferences that the specification wants on the device.
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
