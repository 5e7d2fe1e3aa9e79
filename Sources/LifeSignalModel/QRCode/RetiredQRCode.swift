public import Foundation

/// A code that led to a person until they reset it. People who still have it read that it was
/// replaced, not that it never existed.
public struct RetiredQRCode: Equatable, Sendable, Identifiable {
  public var id: QRCodeID
  /// Its former owner. The code never reveals them, and the row is deleted with their account.
  public var person: Person.ID
  public var retiredAt: Date

  public init(id: QRCodeID, person: Person.ID, retiredAt: Date) {
    self.id = id
    self.person = person
    self.retiredAt = retiredAt
  }

  /// Seconds for which a retired code is remembered: a year. Printed codes lie in drawers for a
  /// long time, but a code that a person has reset must not be kept for ever.
  public static let retention: TimeInterval = 365 * 86_400

  /// Why a code leads to no person.
  public static func refusal(wasRetired: Bool) -> Refusal {
    wasRetired ? .qrCodeReplaced : .qrCodeUnknown
  }
}
