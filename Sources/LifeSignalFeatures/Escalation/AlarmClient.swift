public import Composable
public import LifeSignalModel

/// Alerts that are on: one's own, and those of the people one watches over; and one's own
/// escalation policy.
@DependencyClient
public struct AlarmClient: Sendable {
  /// The responders who know of it. Opening it is noted: the person sees who has opened their
  /// alert.
  public var getAlarm: @Sendable (AlertRecord.ID) async throws -> AlarmDetails
  /// "I am on it". The first responder wins.
  public var acknowledge: @Sendable (AlertRecord.ID) async throws -> Void
  /// The responder who has it gives it back.
  public var release: @Sendable (AlertRecord.ID) async throws -> Void
  /// Requests another responder to take over.
  public var handOver: @Sendable (AlertRecord.ID, _ to: Person.ID) async throws -> Void
  /// A responder has reached the person. Ends an alert about a missed check-in or a trip.
  public var reached: @Sendable (AlertRecord.ID) async throws -> Void
  /// Ends a duress alert: the responder who has it has made sure that the person is safe.
  public var endSilent: @Sendable (AlertRecord.ID) async throws -> Void
  /// The alert now and after every change; nil once it is over, which ends the stream.
  public var alarmStream: @Sendable (AlertRecord.ID) -> AsyncStream<AlarmDetails?> = { _ in
    .finished
  }
  /// Nil while the person has made none: then everyone is called immediately.
  public var getPlan: @Sendable () async throws -> EscalationPlan?
  /// What would happen if the person did nothing from now on.
  public var rehearse: @Sendable () async throws -> Rehearsal
  /// Nil calls everyone immediately.
  public var setPlan: @Sendable (EscalationPlan?) async throws -> Void
}

extension AlarmClient {
  /// The live value. Its parameters are the endpoints that are no commands or queries yet.
  public init(
    _ performer: some Performer,
    getAlarm: @escaping @Sendable (AlertRecord.ID) async throws -> AlarmDetails,
    alarmStream: @escaping @Sendable (AlertRecord.ID) -> AsyncStream<AlarmDetails?>,
    rehearse: @escaping @Sendable () async throws -> Rehearsal
  ) {
    self.init(
      getAlarm: getAlarm,
      acknowledge: { try await performer.perform(AcknowledgeAlarm(id: $0)) },
      release: { try await performer.perform(ReleaseAlarm(id: $0)) },
      handOver: { try await performer.perform(HandOverAlarm(id: $0, to: $1)) },
      reached: { try await performer.perform(ReportReached(id: $0)) },
      endSilent: { try await performer.perform(EndSilentAlarm(id: $0)) },
      alarmStream: alarmStream,
      getPlan: { try await performer.answer(GetEscalationPlan()).plan },
      rehearse: rehearse,
      setPlan: { try await performer.perform(SetEscalationPlan(plan: $0)) })
  }
}

extension AlarmClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = AlarmClient()
}

extension DependencyValues {
  public var alarmClient: AlarmClient {
    get { self[AlarmClient.self] }
    set { self[AlarmClient.self] = newValue }
  }
}
