public import Composable
public import LifeSignalModel

/// Requesting a sign of life, and giving it.
@DependencyClient
public struct PingClient: Sendable {
  /// Pings a dependent; returns the pending ping, a new one or the one already open.
  public var pingDependent: @Sendable (Person.ID) async throws -> PingData
  /// Answers a received ping; an answered one is success.
  public var respondToPing: @Sendable (PingData.ID) async throws -> Void
  /// Answers every ping that is pending for the caller at server time.
  public var respondToAllPings: @Sendable () async throws -> Void
  /// Withdraws a sent ping; a withdrawn one is success.
  public var clearPing: @Sendable (PingData.ID) async throws -> Void
  /// Received and unanswered.
  public var getPendingPings: @Sendable () async throws -> [PingData]
  /// Sent and received, newest first, without the received pending ones.
  public var getPingHistory: @Sendable () async throws -> [PingData]
  /// Both lists, current value first, then after every change.
  ///
  /// The app follows this stream: it loses no changes that were bundled on the way.
  public var pingListsStream: @Sendable () -> Updates<PingLists> = { .finished }
}

extension PingClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      pingDependent: { try await performer.perform(PingDependent(dependent: $0)) },
      respondToPing: { try await performer.perform(RespondToPing(id: $0)) },
      respondToAllPings: { try await performer.perform(RespondToAllPings()) },
      clearPing: { try await performer.perform(ClearPing(id: $0)) },
      getPendingPings: { try await performer.answer(GetPendingPings()).items },
      getPingHistory: { try await performer.answer(GetPingHistory()).items },
      pingListsStream: { performer.answers(to: GetPings()) })
  }
}

extension PingClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = PingClient()
}

extension DependencyValues {
  public var pingClient: PingClient {
    get { self[PingClient.self] }
    set { self[PingClient.self] = newValue }
  }
}
