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

  static let sessions = [
    getSessions.description, endSession.description, endOtherSessions.description,
    requireProof.description, sendProofCode.description, prove.description,
  ]
}
