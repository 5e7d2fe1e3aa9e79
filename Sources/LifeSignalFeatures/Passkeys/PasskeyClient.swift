public import Composable
public import LifeSignalModel

/// The signed-in person's passkeys, and signing in with one.
@DependencyClient
public struct PasskeyClient: Sendable {
  /// The request to the device; requires re-authentication.
  public var startRegistration: @Sendable () async throws -> PasskeyCreation
  /// Named after the device at first.
  public var register: @Sendable (_ answer: PasskeyAnswer) async throws -> PasskeyData
  /// The request to the device: to sign in, or to re-authenticate.
  public var startRequest: @Sendable () async throws -> PasskeyRequest
  /// The same for a visitor's page that makes it automatically, to offer passkeys: it uses none of
  /// the limit for requests by tap.
  public var startSuggestion: @Sendable () async throws -> PasskeyRequest
  /// Creates the session.
  public var signIn: @Sendable (_ answer: PasskeyAnswer) async throws -> Void
  /// A proof as ``ProofClient/prove`` is one.
  public var prove: @Sendable (_ answer: PasskeyAnswer) async throws -> Void
}

extension PasskeyClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = PasskeyClient()
}

extension DependencyValues {
  public var passkeyClient: PasskeyClient {
    get { self[PasskeyClient.self] }
    set { self[PasskeyClient.self] = newValue }
  }
}
