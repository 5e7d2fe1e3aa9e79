/// Reads of people, and of what they have set.
public protocol PersonReads: RecordReads {
  func person(_ id: Person.ID) throws -> Person?
  func person(phoneNumber: String) throws -> Person?
  func person(qrCode: QRCodeID) throws -> Person?
}

extension PersonReads {
  public func picture(_ id: Picture.ID) throws -> Picture? { try find(id) }
}
