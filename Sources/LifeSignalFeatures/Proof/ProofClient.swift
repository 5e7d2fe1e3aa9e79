public import Composable
import LifeSignalModel

/// Re-authentication on a signed-in device.
@DependencyClient
public struct ProofClient: Sendable {
  /// Returns when an action that requires re-authentication can be done; the person may have been
  /// asked to re-authenticate.
  public var confirm: @Sendable () async throws -> Void
  /// Sends a code to the person's own number; returns the verification's id.
  public var sendCode: @Sendable () async throws -> String
  public var prove: @Sendable (_ code: String, _ verificationID: String) async throws -> Void
  /// The reason of a request that waits for re-authentication, nil while none does: now if one
  /// does, and whenever that changes.
  public var demands: @Sendable () -> Updates<ProofReason?> = { .finished }
  /// Continues the waiting requests, or cancels them.
  public var settle: @Sendable (_ isProven: Bool) -> Void = { _ in }
}

extension ProofClient {
  /// The live value.
  public init(
    _ performer: some Performer, confirm: @escaping @Sendable () async throws -> Void,
    demands: @escaping @Sendable () -> Updates<ProofReason?>,
    settle: @escaping @Sendable (_ isProven: Bool) -> Void
  ) {
    self.init(
      confirm: confirm,
      sendCode: { try await performer.perform(RequestProofCode()).verificationID.rawValue },
      prove: {
        try await performer.perform(
          ProveIdentity(code: $0, verificationID: OneTimeCode.ID(rawValue: $1)))
      },
      demands: demands, settle: settle)
  }
}

extension ProofClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = ProofClient()
}

extension DependencyValues {
  public var proofClient: ProofClient {
    get { self[ProofClient.self] }
    set { self[ProofClient.self] = newValue }
  }
}
