import LifeSignalModel

/// Why nothing is sent to a webhook. The text contains no address.
public enum WebhookRefusal: Error, Equatable, Sendable {
  case notAnAddress
  /// Only https, and http where private networks are allowed.
  case schemeNotAllowed
  /// A name or password in the address.
  case holdsCredentials
  case portNotAllowed
  /// A number that different programs read as different addresses.
  case ambiguousHost
  /// The host, or one of the addresses of its name, is in a network of this kind.
  case networkNotAllowed(IPAddress.Network)
  case messageTooLarge

  /// A stable name, for logs and the dead letters.
  public var code: String {
    switch self {
    case .notAnAddress: "webhook: not an address"
    case .schemeNotAllowed: "webhook: scheme not allowed"
    case .holdsCredentials: "webhook: credentials in the address"
    case .portNotAllowed: "webhook: port not allowed"
    case .ambiguousHost: "webhook: ambiguous host"
    case .networkNotAllowed(let network): "webhook: \(network.rawValue) network not allowed"
    case .messageTooLarge: "webhook: message too large"
    }
  }
}

extension WebhookRefusal {
  init(_ fault: WebAddress.Fault) {
    self =
      switch fault {
      case .notAnAddress: .notAnAddress
      case .holdsCredentials: .holdsCredentials
      case .invalidPort: .portNotAllowed
      case .ambiguousHost: .ambiguousHost
      }
  }
}
