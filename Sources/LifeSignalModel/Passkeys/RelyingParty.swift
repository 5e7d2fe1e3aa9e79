import Foundation

/// The server's identity for browsers and authenticators: passkeys made for one are of no use to
/// another.
public struct RelyingParty: Equatable, Sendable {
  /// The host's name.
  public var id: String
  /// Scheme, host and port, as browsers write an origin.
  public var origin: String

  /// - Parameter origin: "https://safe.example". Nil for one without TLS that is not "localhost", and
  ///   for an address in numbers: browsers make no passkeys there.
  public init?(origin: String) {
    guard let url = URL(string: origin), let scheme = url.scheme?.lowercased(),
      let host = url.host()?.lowercased(), !host.isEmpty
    else { return nil }
    guard scheme == "https" || scheme == "http" && host == "localhost" else { return nil }
    let isNumeric = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    guard !isNumeric else { return nil }
    id = host
    let standard = scheme == "https" ? 443 : 80
    let port = url.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
    self.origin = "\(scheme)://\(host)\(port)"
  }
}
