public import Foundation

/// A code that led to somebody until they reset it. Whoever still has it is told so, rather than
/// that it never was one.
public struct RetiredQRCode: Equatable, Sendable, Identifiable {
  public let id: QRCodeID
  /// Whose it was. Nobody who has the code learns it; it goes with their account.
  public var person: Person.ID
  public var retiredAt: Date

  public init(id: QRCodeID, person: Person.ID, retiredAt: Date) {
    self.id = id
    self.person = person
    self.retiredAt = retiredAt
  }

  /// Seconds for which a retired code is remembered: a year. Printed ones lie in drawers for long,
  /// but what a person has put away must not be kept for ever.
  public static let retention: TimeInterval = 365 * 86_400

  /// Why a code leads to nobody.
  public static func refusal(wasRetired: Bool) -> Refusal {
    wasRetired ? .qrCodeReplaced : .qrCodeUnknown
  }
}
