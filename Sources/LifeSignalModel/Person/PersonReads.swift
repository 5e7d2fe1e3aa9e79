/// Reads of people, and of what they have set.
public protocol PersonReads {
  func person(_ id: Person.ID) throws -> Person?
  func person(phoneNumber: String) throws -> Person?
  func person(qrCode: QRCodeID) throws -> Person?
  /// Whether this code was a person's until they reset it.
  func isRetired(_ code: QRCodeID) throws -> Bool
  /// By `retiredAt`, newest first.
  func retiredQRCodes(of person: Person.ID, limit: Int) throws -> [RetiredQRCode]
  /// All of them, for an export.
  func preferences(of person: Person.ID) throws -> [String: String]
  func preference(_ key: String, of person: Person.ID) throws -> String?
  func preferenceKeys(of person: Person.ID) throws -> Set<String>
  func picture(_ id: Picture.ID) throws -> Picture?
}
