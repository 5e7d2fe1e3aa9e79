public import Foundation

/// Reads of printed check-in codes.
public protocol CheckInCodeReads: RecordReads {
  /// Used or not, and in any state of its sheet.
  func checkInCode(hash: Data) throws -> CheckInCode?
  /// The one that is not void.
  func checkInSheet(of person: Person.ID) throws -> CheckInSheet?
  func unusedCheckInCodes(of sheet: CheckInSheet.ID) throws -> Int
  /// The sealed entries of this duress alert, in the order of sealing.
  func sealedEntries(of alert: AlertRecord.ID) throws -> [TimelineDraft]
}

extension CheckInCodeReads {
  public func checkInCode(_ id: CheckInCode.ID) throws -> CheckInCode? { try find(id) }

  public func checkInSheet(_ id: CheckInSheet.ID) throws -> CheckInSheet? { try find(id) }
}
