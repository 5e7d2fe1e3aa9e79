public import LifeSignalModel

extension LedgerTransaction {
  /// False when the sheet's id or a code's hash is taken, or the person has a sheet that is not void.
  public func insert(_ sheet: CheckInSheet, _ codes: [CheckInCode]) throws -> Bool {
    guard try insert(sheet) else { return false }
    return try codes.allSatisfy { try insert($0) }
  }
}
