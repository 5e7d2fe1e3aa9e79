import HTTPTypes
public import LifeSignalModel

/// Check-in codes on paper.
extension APITable {
  /// For callers with the code: no token, and the same answer for every code that works.
  public static let useCheckInCode = APIRoute<CheckInCodeRequest, Empty>(
    "useCheckInCode", .post, "/code",
    "Checks in by a printed code. The answer is the same for every code that works.",
    by: .visitor, isVital: true)

  static let checkInCodes = [useCheckInCode.description]
}
