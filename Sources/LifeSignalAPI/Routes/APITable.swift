import HTTPTypes
public import LifeSignalModel

/// The route table of version 1: commands and queries that are values, from ``Endpoints``, and the
/// routes of all others.
public enum APITable {
  /// All of it, for checks that nothing is missing.
  public static let all: [APIRouteDescription] =
    auth + contacts + alarm + account + sessions + passkeys + timeline
    + checkInCodes
    + [changes.description] + Endpoints.commands.map { $0.description }
    + Endpoints.queries.map { $0.description }

  /// The topics that change, as server-sent events; see ``APITopic``.
  public static let changes = APIRoute<Empty, Empty>(
    "changes", .get, "/changes",
    "Streams the names of what changes, as server-sent events, for as long as the connection lasts.",
    by: .token(.read), isStream: true)

  // MARK: Auth

  public static let verifyCode = APIRoute<VerifyCodeRequest, APICredential>(
    "verifyCode", .post, "/auth/sessions",
    "Exchanges a code for a session. No other answer contains its token.",
    by: .visitor)

  static let auth = [
    verifyCode.description
  ]

  // MARK: Contacts

  /// The picture of a code.
  public static let generateQRCode = APIRoute<QRCodeReference, ImageData>(
    "generateQRCode", .get, "/qr-codes/{qrCode}/picture",
    "Draws a code as a picture.",
    by: .token(.read))
  static let contacts = [generateQRCode.description]
}
