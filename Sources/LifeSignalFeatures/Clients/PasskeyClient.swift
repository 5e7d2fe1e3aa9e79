public import Composable
public import LifeSignalModel

/// The signed-in person's passkeys, and signing in with one.
@DependencyClient
public struct PasskeyClient: Sendable {
  /// Newest first. Throws ``Refusal/passkeysNotOffered`` where there are none.
  public var getPasskeys: @Sendable () async throws -> [PasskeyData]
  /// What the device is to be asked; needs a proof.
  public var startRegistration: @Sendable () async throws -> PasskeyCreation
  /// Named after the device at first.
  public var register: @Sendable (_ answer: PasskeyAnswer) async throws -> PasskeyData
  public var rename: @Sendable (_ id: Passkey.ID, _ name: String) async throws -> Void
  public var remove: @Sendable (_ id: Passkey.ID) async throws -> Void
  /// What the device is to be asked: to sign in, or to show that it is still the person.
  public var startRequest: @Sendable () async throws -> PasskeyRequest
  /// The same for a visitor's page that asks by itself, so that it can offer passkeys: it takes nothing
  /// from those that somebody has tapped for.
  public var startSuggestion: @Sendable () async throws -> PasskeyRequest
  /// Creates the session.
  public var signIn: @Sendable (_ answer: PasskeyAnswer) async throws -> Void
  /// A proof as ``ProofClient/prove`` is one.
  public var prove: @Sendable (_ answer: PasskeyAnswer) async throws -> Void
}

extension PasskeyClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = PasskeyClient()
}

extension DependencyValues {
  public var passkeyClient: PasskeyClient {
    get { self[PasskeyClient.self] }
    set { self[PasskeyClient.self] = newValue }
  }
}
