public import Composable
public import LifeSignalModel

/// The signed-in person's things, and what their signs have to come to.
@DependencyClient
public struct ThingClient: Sendable {
  public var getThings: @Sendable () async throws -> ThingList
  /// The key tells the thing's address, this once.
  public var add: @Sendable (ThingSettings) async throws -> ThingKey
  public var edit: @Sendable (Thing.ID, ThingSettings) async throws -> Void
  /// A new address; the old one opens nothing any more.
  public var rotate: @Sendable (Thing.ID) async throws -> ThingKey
  public var remove: @Sendable (Thing.ID) async throws -> Void
  public var setRule: @Sendable (EvidenceRule) async throws -> Void
  /// All of them now, and after every change.
  public var thingsStream: @Sendable () -> AsyncStream<ThingList> = { .finished }
}

extension ThingClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = ThingClient()
}

extension DependencyValues {
  public var thingClient: ThingClient {
    get { self[ThingClient.self] }
    set { self[ThingClient.self] = newValue }
  }
}
