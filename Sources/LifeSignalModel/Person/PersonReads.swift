/// Reads of people, and of what they have set.
public protocol PersonReads: RecordReads {
  func person(_ id: Person.ID) throws -> Person?
  func person(phoneNumber: String) throws -> Person?
  func person(email: String) throws -> Person?
  func person(qrCode: QRCodeID) throws -> Person?
  /// All people, by id, after the given one.
  func people(after: Person.ID?, limit: Int) throws -> [Person.ID]
}

extension PersonReads {
  public func picture(_ id: Picture.ID) throws -> Picture? { try find(id) }
}
