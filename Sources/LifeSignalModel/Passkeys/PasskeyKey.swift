public import Foundation

/// A passkey's public key in COSE form (RFC 9052, 7; RFC 9053, 2).
public enum PasskeyKey: Equatable, Sendable {
  /// ECDSA with P-256 and SHA-256: x and y, 32 bytes each.
  case es256(x: Data, y: Data)
  /// EdDSA with Ed25519: 32 bytes.
  case ed25519(Data)

  /// The algorithms offered to a device, in our order of preference.
  public static let algorithms = [-8, -7]

  /// - Throws: ``PasskeyFault/key`` for any other algorithm, curve or form; ``PasskeyFault/encoding(_:)``.
  public init(cose: Data) throws(PasskeyFault) {
    let map: CBOR
    do { map = try CBORReader.read(cose) } catch { throw .encoding(error) }
    try self.init(map)
  }

  init(_ map: CBOR) throws(PasskeyFault) {
    switch (map[.integer(1)], map[.integer(3)], map[.integer(-1)]) {
    case (.integer(2), .integer(-7), .integer(1)):
      guard case .bytes(let x) = map[.integer(-2)], case .bytes(let y) = map[.integer(-3)],
        x.count == 32, y.count == 32, map.count == 5
      else { throw .key }
      self = .es256(x: x, y: y)
    case (.integer(1), .integer(-8), .integer(6)):
      guard case .bytes(let x) = map[.integer(-2)], x.count == 32, map.count == 4 else {
        throw .key
      }
      self = .ed25519(x)
    default: throw .key
    }
  }
}

extension CBOR {
  fileprivate var count: Int {
    guard case .map(let pairs) = self else { return 0 }
    return pairs.count
  }
}

/// Allows a number as a pattern.
private func ~= (pattern: CBOR, value: CBOR?) -> Bool { value == pattern }
