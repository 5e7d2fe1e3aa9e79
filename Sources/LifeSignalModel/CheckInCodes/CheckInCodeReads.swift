public import Foundation

extension CheckInSheet {
  public static let lists = [valid, damaged]
  static let valid = Rows<CheckInSheet>(
    .equal("person_id"), .missing("void_at"), passesOverUnreadable: true)
  static let damaged = Rows<CheckInSheet>(
    .equal("person_id"), .missing("void_at"), passesOverUnreadable: true, replacesUnreadable: true)
}

extension CheckInCode {
  public static let lists = [byHash, unused, timer.due, timer.waiting]
  /// One probe of the unique index, for every typed code, however often.
  static let byHash = Rows<CheckInCode>(.equal("hash"))
  static let unused = Rows<CheckInCode>(.equal("sheet_id"), .missing("used_at"))
}

extension RecordReads {
  public func checkInCode(_ id: CheckInCode.ID) throws -> CheckInCode? { try find(id) }

  /// Used or not, and in any state of its sheet.
  public func checkInCode(hash: Data) throws -> CheckInCode? {
    try first(CheckInCode.byHash, .bytes(hash))
  }

  public func unusedCheckInCodes(of sheet: CheckInSheet.ID) throws -> Int {
    try count(CheckInCode.unused, [.id(sheet)])
  }

  public func checkInSheet(_ id: CheckInSheet.ID) throws -> CheckInSheet? { try find(id) }

  /// The one that is not void.
  public func checkInSheet(of person: Person.ID) throws -> CheckInSheet? {
    try first(CheckInSheet.valid, .id(person))
  }

  /// The same, with values replaced where it cannot be read: revoking still voids its codes.
  func revocableCheckInSheet(of person: Person.ID) throws -> CheckInSheet? {
    try first(CheckInSheet.damaged, .id(person))
  }
}

/// Reads of what duress alerts keep from timelines.
public protocol CheckInCodeReads {
  /// The sealed entries of this duress alert, in the order of sealing.
  func sealedEntries(of alert: AlertRecord.ID) throws -> [TimelineDraft]
}
