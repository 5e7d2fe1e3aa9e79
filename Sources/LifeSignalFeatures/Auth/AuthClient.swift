public import Composable
public import LifeSignalModel

/// The session's signed-in person, and the ways to sign in. Acts for this session only.
@DependencyClient
public struct AuthClient: Sendable {
  /// Sends a code to a number as typed and returns the verification's id; limited in rate.
  ///
  /// Answers the same for known and unknown numbers. For a signed-in person the code serves to
  /// change to that number, see ``updatePhoneNumber``.
  public var sendVerificationCode: @Sendable (_ to: String, _ region: Region) async throws -> String
  /// Checks six digits against the verification; creates the session, and the person at first.
  public var verifyCode: @Sendable (_ code: String, _ verificationID: String) async throws -> Void
  /// Changes the account's number to the one the code was sent to, and returns it as E.164. The
  /// sessions stay.
  public var updatePhoneNumber:
    @Sendable (_ code: String, _ verificationID: String, _ region: Region) async throws -> String
  /// Sends a code to the person's own number, without which no account is deleted; returns the
  /// verification's id.
  public var sendDeletionCode: @Sendable () async throws -> String
  /// Invalidates the session and forgets the push token.
  public var signOut: @Sendable () async throws -> Void
  /// The signed-in person, current value first, nil if there is none.
  public var authStateStream: @Sendable () -> Updates<UserData?> = { .finished }
}

extension AuthClient {
  /// The live value.
  /// - Parameters:
  ///   - isSignedIn: whether a code to a number serves to move to it.
  ///   - verifyCode: also gives the session its token.
  ///   - signOut: also ends the session here.
  public init(
    _ performer: some Performer, isSignedIn: @escaping @Sendable () -> Bool,
    verifyCode:
      @escaping @Sendable (_ code: String, _ verificationID: String) async throws -> Void,
    signOut: @escaping @Sendable () async throws -> Void,
    authStateStream: @escaping @Sendable () -> Updates<UserData?>
  ) {
    self.init(
      sendVerificationCode: { number, region in
        let answer =
          isSignedIn()
          ? try await performer.perform(
            RequestPhoneChangeCode(phoneNumber: number, region: region))
          : try await performer.perform(RequestCode(phoneNumber: number, region: region))
        return answer.verificationID.rawValue
      },
      verifyCode: verifyCode,
      updatePhoneNumber: { code, id, _ in
        try await performer.perform(
          UpdatePhoneNumber(code: code, verificationID: OneTimeCode.ID(rawValue: id))
        ).phoneNumber
      },
      sendDeletionCode: {
        try await performer.perform(RequestDeletionCode()).verificationID.rawValue
      },
      signOut: signOut, authStateStream: authStateStream)
  }
}

extension AuthClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = AuthClient()
}

extension DependencyValues {
  public var authClient: AuthClient {
    get { self[AuthClient.self] }
    set { self[AuthClient.self] = newValue }
  }
}
