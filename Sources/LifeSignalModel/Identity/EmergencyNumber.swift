/// A number that brings an ambulance, the police or the fire brigade.
public struct EmergencyNumber: Hashable, Sendable {
  /// As it is dialled.
  public let digits: String

  private init(_ digits: String) { self.digits = digits }

  /// Every mobile network connects it to the emergency services of the place it is dialled in
  /// (3GPP TS 22.101, 10.1.1): for when no region is known, and for the regions without a better one
  /// below.
  public static let mobile = EmergencyNumber("112")

  public static func of(_ region: Region) -> EmergencyNumber {
    switch region {
    case .unitedStates, .canada: EmergencyNumber("911")
    case .unitedKingdom: EmergencyNumber("999")
    case .australia: EmergencyNumber("000")
    default: .mobile
    }
  }
}
