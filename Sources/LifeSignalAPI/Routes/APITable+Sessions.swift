import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// Where a person is signed in, and whether it is still they who ask.
extension APITable {
  public static let getSessions = APIRoute<Empty, APIList<SessionData>>(
    .get, "/user/sessions", by: .session)
  public static let endSession = APIRoute<SessionReference, Empty>(
    .delete, "/user/sessions/{id}", by: .session)
  /// All but the one that asks.
  public static let endOtherSessions = APIRoute<Empty, Empty>(
    .delete, "/user/sessions", by: .session)

  /// Whether an act that needs a proof could be done now: refused when not.
  public static let requireProof = APIRoute<Empty, Empty>(.get, "/user/proof", by: .session)
  public static let sendProofCode = APIRoute<Empty, SendCodeAnswer>(
    .post, "/user/proof/codes", by: .session)
  public static let prove = APIRoute<CodeRequest, Empty>(.post, "/user/proof", by: .session)

  public static let getPasskeys = APIRoute<Empty, APIList<PasskeyData>>(
    .get, "/user/passkeys", by: .session)
  /// What a device is to be asked for a new one.
  public static let startPasskey = APIRoute<Empty, PasskeyCreation>(
    .post, "/user/passkeys/questions", by: .session)
  public static let registerPasskey = APIRoute<NewPasskeyRequest, PasskeyData>(
    .post, "/user/passkeys", by: .session)
  public static let renamePasskey = APIRoute<PasskeyNameRequest, Empty>(
    .put, "/user/passkeys/{id}", by: .session)
  public static let removePasskey = APIRoute<PasskeyReference, Empty>(
    .delete, "/user/passkeys/{id}", by: .session)
  /// What a device is to be asked for a proof.
  public static let startPasskeyProof = APIRoute<Empty, PasskeyRequest>(
    .post, "/user/proof/passkey/questions", by: .session)
  public static let proveWithPasskey = APIRoute<PasskeyAnswer, Empty>(
    .post, "/user/proof/passkey", by: .session)
  /// What a device is to be asked to sign in.
  public static let startPasskeySignIn = APIRoute<Empty, PasskeyRequest>(
    .post, "/auth/passkey/questions", by: .visitor)
  public static let signInWithPasskey = APIRoute<PasskeySignInRequest, APICredential>(
    .post, "/auth/passkey/sessions", by: .visitor)

  static let passkeys = [
    getPasskeys.description, startPasskey.description, registerPasskey.description,
    renamePasskey.description, removePasskey.description, startPasskeyProof.description,
    proveWithPasskey.description, startPasskeySignIn.description, signInWithPasskey.description,
  ]

  static let sessions = [
    getSessions.description, endSession.description, endOtherSessions.description,
    requireProof.description, sendProofCode.description, prove.description,
  ]
}
