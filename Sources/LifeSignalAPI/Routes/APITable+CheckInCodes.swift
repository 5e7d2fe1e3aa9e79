import HTTPTypes
public import LifeSignalModel

/// Check-in codes on paper.
extension APITable {
  /// For callers with the code: no token, and the same answer for every code that works.
  public static let useCheckInCode = APIRoute<CheckInCodeRequest, Empty>(
    "useCheckInCode", .post, "/code",
    "Checks in by a printed code. The answer is the same for every code that works.",
    by: .visitor, isVital: true)
  public static let getCheckInCodes = APIRoute<Empty, CheckInSheetAnswer>(
    "getCheckInCodes", .get, "/check-in-codes",
    "Says how many printed codes are left, and since when there are any.",
    by: .token(.read))
  /// By people only, as every route that answers with a key.
  public static let makeCheckInCodes = APIRoute<NewCheckInSheetRequest, NewCheckInSheet>(
    "makeCheckInCodes", .post, "/check-in-codes",
    "Makes printed codes, which no other answer contains. Earlier ones stop working.",
    by: .session)
  public static let revokeCheckInCodes = APIRoute<Empty, Empty>(
    "revokeCheckInCodes", .delete, "/check-in-codes",
    "Makes every printed code stop working.",
    by: .session)

  static let checkInCodes = [
    useCheckInCode.description, getCheckInCodes.description, makeCheckInCodes.description,
    revokeCheckInCodes.description,
  ]
}
