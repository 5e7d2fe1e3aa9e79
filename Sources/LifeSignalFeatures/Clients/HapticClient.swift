public import Composable

/// What a hand can feel. A browser and a server have none of it.
@DependencyClient
public struct HapticClient: Sendable {
  /// Something was pressed.
  public var impact: @Sendable () async -> Void
  /// Another item was chosen.
  public var selection: @Sendable () async -> Void
  public var success: @Sendable () async -> Void
  public var warning: @Sendable () async -> Void
  public var error: @Sendable () async -> Void
}

extension HapticClient: DependencyKey {
  public static let testValue = HapticClient()

  /// Feels like nothing. A native app puts its own in place of it.
  public static let none = HapticClient(
    impact: {}, selection: {}, success: {}, warning: {}, error: {})

  public static let liveValue = none
}

extension DependencyValues {
  public var hapticClient: HapticClient {
    get { self[HapticClient.self] }
    set { self[HapticClient.self] = newValue }
  }
}
