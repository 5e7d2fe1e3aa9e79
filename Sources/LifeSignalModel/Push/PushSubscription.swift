public import Foundation

/// Where one browser receives push messages, as the browser reports it (Push API §8).
public struct PushSubscription: Equatable, Sendable {
  /// The push service's URL of this subscription. Anyone who knows it and our key may send there.
  public var endpoint: String
  /// The browser's public key: a point on P-256, uncompressed, 65 bytes (RFC 8291 §3.1).
  public var key: Data
  /// The secret both sides know, 16 bytes (RFC 8291 §3.2).
  public var secret: Data
  /// The site as the browser saw it when it subscribed, as in `https://example.org`: the links of a
  /// message lead there.
  public var origin: String

  /// Bytes of an endpoint at most.
  static let longestEndpoint = 1_000
  /// Bytes of an origin at most: a name of a host has 253.
  static let longestOrigin = 300

  public init(endpoint: String, key: Data, secret: Data, origin: String) {
    self.endpoint = endpoint
    self.key = key
    self.secret = secret
    self.origin = origin
  }

  /// Whether a message could be sent there, as far as can be seen without a request.
  public var isValid: Bool {
    guard key.count == 65, key.first == 0x04, secret.count == 16,
      let place = Self.parts(of: endpoint, upTo: Self.longestEndpoint), place.scheme == "https",
      let site = Self.parts(of: origin, upTo: Self.longestOrigin)
    else { return false }
    return (site.scheme == "https" || site.scheme == "http") && site.path.isEmpty
      && site.query == nil
  }

  private static func parts(of text: String, upTo most: Int) -> URLComponents? {
    guard text.utf8.count <= most, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x5c }),
      let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.fragment == nil
    else { return nil }
    return parts
  }
}

extension PushSubscription {
  /// The form stored in a channel: the same subscription always has the same text.
  public var address: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let wire = Wire(
      auth: secret.base64URL, endpoint: endpoint, origin: origin, p256dh: key.base64URL)
    // Four texts are always JSON.
    return (try? encoder.encode(wire)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Reads ``address``; nil for anything else.
  public init?(address: String) {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(address.utf8)),
      let key = Data(base64URL: wire.p256dh), let secret = Data(base64URL: wire.auth)
    else { return nil }
    self.init(endpoint: wire.endpoint, key: key, secret: secret, origin: wire.origin)
  }

  /// With the names that browsers use.
  private struct Wire: Codable {
    var auth: String
    var endpoint: String
    var origin: String
    var p256dh: String
  }
}
