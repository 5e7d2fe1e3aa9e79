public import Composable
public import LifeSignalModel

/// The signed-in person's devices, and the rule for their signals.
@DependencyClient
public struct ThingClient: Sendable {
  public var getThings: @Sendable () async throws -> ThingList
  /// The returned key contains the device's address, which is shown only this once.
  public var add: @Sendable (ThingSettings) async throws -> ThingKey
  public var edit: @Sendable (Thing.ID, ThingSettings) async throws -> Void
  /// Makes a new address; the old one stops working.
  public var rotate: @Sendable (Thing.ID) async throws -> ThingKey
  public var remove: @Sendable (Thing.ID) async throws -> Void
  public var setRule: @Sendable (EvidenceRule) async throws -> Void
  /// All of them now, and after every change.
  public var thingsStream: @Sendable () -> AsyncStream<ThingList> = { .finished }
}

extension ThingClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = ThingClient()
}

extension DependencyValues {
  public var thingClient: ThingClient {
    get { self[ThingClient.self] }
    set { self[ThingClient.self] = newValue }
  }
}
