public import Composable
public import LifeSignalModel

/// Where the signed-in person is signed in.
@DependencyClient
public struct SessionListClient: Sendable {
  /// Newest first.
  public var getSessions: @Sendable () async throws -> [SessionData]
  /// Its streams end immediately; the caller's own session ends by signing out.
  public var endSession: @Sendable (_ id: SessionID) async throws -> Void
  /// Ends every session except the caller's.
  public var endOtherSessions: @Sendable () async throws -> Void
}

extension SessionListClient {
  /// The live value.
  /// - Parameter getSessions: read by the module that knows which session asks.
  public init(
    _ performer: some Performer, getSessions: @escaping @Sendable () async throws -> [SessionData]
  ) {
    self.init(
      getSessions: getSessions,
      endSession: { try await performer.perform(EndSession(id: $0)) },
      endOtherSessions: { try await performer.perform(EndOtherSessions()) })
  }
}

extension SessionListClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = SessionListClient()
}

extension DependencyValues {
  public var sessionListClient: SessionListClient {
    get { self[SessionListClient.self] }
    set { self[SessionListClient.self] = newValue }
  }
}
