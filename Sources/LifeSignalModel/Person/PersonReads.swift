/// Reads of people, and of what they have set.
public protocol PersonReads: RecordReads {
  func person(_ id: Person.ID) throws -> Person?
  func person(phoneNumber: String) throws -> Person?
  func person(qrCode: QRCodeID) throws -> Person?
  /// All of them, for an export.
  func preferences(of person: Person.ID) throws -> [String: String]
  func preference(_ key: String, of person: Person.ID) throws -> String?
  func preferenceKeys(of person: Person.ID) throws -> Set<String>
}

extension PersonReads {
  public func picture(_ id: Picture.ID) throws -> Picture? { try find(id) }
}
