import HTTPTypes
public import LifeSignalModel

/// Where a person is signed in, and re-authentication.
extension APITable {
  public static let getSessions = APIRoute<Empty, ItemList<SessionData>>(
    "getSessions", .get, "/user/sessions",
    "Lists where the person is signed in.",
    by: .session)

  /// Whether an act that needs a proof could be done now: refused when not.
  public static let requireProof = APIRoute<Empty, Empty>(
    "requireProof", .get, "/user/proof",
    "Says whether an act that needs a proof could be done now; refused when not.",
    by: .session)

  /// The request to a device for a new passkey.
  public static let startPasskey = APIRoute<Empty, PasskeyCreation>(
    "startPasskey", .post, "/user/passkeys/questions",
    "Says what a device is to be asked for a new passkey.",
    by: .session)
  public static let registerPasskey = APIRoute<NewPasskeyRequest, PasskeyData>(
    "registerPasskey", .post, "/user/passkeys",
    "Adds the passkey that a device has made.",
    by: .session)
  /// The request to a device for re-authentication.
  public static let startPasskeyProof = APIRoute<Empty, PasskeyRequest>(
    "startPasskeyProof", .post, "/user/proof/passkey/questions",
    "Says what a device is to be asked for a proof.",
    by: .session)
  public static let proveWithPasskey = APIRoute<PasskeyAnswer, Empty>(
    "proveWithPasskey", .post, "/user/proof/passkey",
    "Proves by a passkey who is asking. Good for 15 minutes.",
    by: .session)
  /// The request to a device to sign in.
  public static let startPasskeySignIn = APIRoute<Empty, PasskeyRequest>(
    "startPasskeySignIn", .post, "/auth/passkey/questions",
    "Says what a device is to be asked to sign in.",
    by: .visitor)
  public static let signInWithPasskey = APIRoute<PasskeySignInRequest, APICredential>(
    "signInWithPasskey", .post, "/auth/passkey/sessions",
    "Exchanges a passkey's answer for a session. No other answer contains its token.",
    by: .visitor)

  static let passkeys = [
    startPasskey.description, registerPasskey.description, startPasskeyProof.description,
    proveWithPasskey.description, startPasskeySignIn.description, signInWithPasskey.description,
  ]

  static let sessions = [
    getSessions.description, requireProof.description,
  ]
}
