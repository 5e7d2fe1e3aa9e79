public import Composable
public import Foundation

/// Leaves the app: a call, a message, the system's settings.
@DependencyClient
public struct LinkClient: Sendable {
  /// Opens `tel:`, `sms:` and settings addresses.
  public var open: @Sendable (_ address: URL) async -> Void
}

extension LinkClient: DependencyKey {
  public static let testValue = LinkClient()

  /// Opens nothing. On a page the link itself is what the person presses.
  public static let none = LinkClient(open: { _ in })

  public static let liveValue = none
}

extension DependencyValues {
  public var linkClient: LinkClient {
    get { self[LinkClient.self] }
    set { self[LinkClient.self] = newValue }
  }
}
