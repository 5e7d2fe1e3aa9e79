public import Composable
public import LifeSignalModel

/// Alarms that are on: one's own, and those of the people one watches; and the order in which one's
/// own responders are called.
@DependencyClient
public struct AlarmClient: Sendable {
  /// Who knows of it. Looking is noted: the person sees who has opened their alarm.
  public var getAlarm: @Sendable (AlertRecord.ID) async throws -> AlarmDetails
  /// "I am on it". The first one wins.
  public var acknowledge: @Sendable (AlertRecord.ID) async throws -> Void
  /// Whoever has it cannot see to it any more.
  public var release: @Sendable (AlertRecord.ID) async throws -> Void
  /// Asks another responder to take over.
  public var handOver: @Sendable (AlertRecord.ID, _ to: Person.ID) async throws -> Void
  /// Ends a silent alarm: whoever has it has made sure of the person.
  public var endSilent: @Sendable (AlertRecord.ID) async throws -> Void
  /// The alarm now and after every change; nil once it is over, which is the end of the stream.
  public var alarmStream: @Sendable (AlertRecord.ID) -> AsyncStream<AlarmDetails?> = { _ in
    .finished
  }
  /// Nil while the person has made none: then everybody is called at once.
  public var getPlan: @Sendable () async throws -> EscalationPlan?
  /// What would happen if the person did nothing from now on.
  public var rehearse: @Sendable () async throws -> Rehearsal
  /// Nil for everybody at once.
  public var setPlan: @Sendable (EscalationPlan?) async throws -> Void
}

extension AlarmClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = AlarmClient()
}

extension DependencyValues {
  public var alarmClient: AlarmClient {
    get { self[AlarmClient.self] }
    set { self[AlarmClient.self] = newValue }
  }
}
