import Composable
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// Where the person is signed in, and re-authentication.
extension SessionClients {
  var sessionList: SessionListClient {
    SessionListClient(
      self,
      getSessions: {
        try await answering {
          let current = try currentSession()
          return try await engine.sessions(of: person()).map {
            SessionData($0, current: current)
          }
        }
      })
  }

  var proof: ProofClient {
    ProofClient(
      self,
      confirm: {
        try await answering {
          try await proving(.export) { try await engine.requireProof(in: currentSession()) }
        }
      },
      demands: { gate?.demands() ?? .finished }, settle: { gate?.settle($0) })
  }

  /// Waits for the re-authentication that `act` requires, if the person can be asked for it.
  func proving<Value>(
    _ reason: ProofReason = .general, _ act: () async throws -> Value
  ) async throws -> Value {
    guard let gate else { return try await act() }
    return try await gate.passing(reason, act)
  }

  /// - Throws: ``Refusal/notSignedIn``; ``Refusal/sessionRequired`` for an access token.
  func currentSession() throws -> SessionID {
    guard case .session(let id, _) = try actor() else { throw Refusal.sessionRequired }
    return id
  }
}
