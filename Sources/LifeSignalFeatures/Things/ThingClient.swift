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
  public var thingsStream: @Sendable () -> Updates<ThingList> = { .finished }
}

extension ThingClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      getThings: { try await performer.answer(GetThings()) },
      add: { try await performer.perform(AddThing(settings: $0)) },
      edit: { try await performer.perform(EditThing(id: $0, settings: $1)) },
      rotate: { try await performer.perform(RotateThing(id: $0)) },
      remove: { try await performer.perform(RemoveThing(id: $0)) },
      setRule: { try await performer.perform(SetEvidenceRule(rule: $0)) },
      thingsStream: { performer.answers(to: GetThings()) })
  }
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
