import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// Check-in codes on paper.
extension APITable {
  /// By whoever has the code: no token, and the same answer for every code that works.
  public static let useCheckInCode = APIRoute<CheckInCodeRequest, Empty>(
    .post, "/code", by: .visitor, isVital: true)
  public static let getCheckInCodes = APIRoute<Empty, CheckInSheetAnswer>(
    .get, "/check-in-codes", by: .token(.read))
  /// By people only, as every route that answers with a key.
  public static let makeCheckInCodes = APIRoute<NewCheckInSheetRequest, NewCheckInSheet>(
    .post, "/check-in-codes", by: .session)
  public static let revokeCheckInCodes = APIRoute<Empty, Empty>(
    .delete, "/check-in-codes", by: .session)

  static let checkInCodes = [
    useCheckInCode.description, getCheckInCodes.description, makeCheckInCodes.description,
    revokeCheckInCodes.description,
  ]
}
