extension RetiredQRCode {
  public static let lists = [ofPerson]
  static let ofPerson = Rows<RetiredQRCode>(
    .equal("person_id"), order: .falling("retired_at"), .rising("qr_code"),
    passesOverUnreadable: true)
}

extension RecordReads {
  /// By `retiredAt`, newest first.
  public func retiredQRCodes(of person: Person.ID, limit: Int) throws -> [RetiredQRCode] {
    try list(RetiredQRCode.ofPerson, .id(person), limit: limit)
  }

  /// Whether this code was a person's until they reset it.
  public func isRetired(_ code: QRCodeID) throws -> Bool {
    try find(code) as RetiredQRCode? != nil
  }
}
