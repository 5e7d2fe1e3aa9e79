public import Foundation

/// The data that an authenticator reports and signs (WebAuthn L3, 6.1).
public struct AuthenticatorData: Equatable, Sendable {
  public struct Credential: Equatable, Sendable {
    public var id: Data
    /// As it was sent.
    public var cose: Data
    public var key: PasskeyKey
  }

  /// SHA-256 of the relying party's id.
  public var rpIDHash: Data
  /// The user was present.
  public var isPresent: Bool
  /// The user was also verified: by finger, face or PIN.
  public var isVerified: Bool
  /// Whether it may be backed up to other devices (BE).
  public var canBeCopied: Bool
  /// Has been (BS).
  public var isCopied: Bool
  public var counter: UInt32
  /// With a new credential only.
  public var credential: Credential?

  /// - Throws: ``PasskeyFault`` if anything is missing, follows at the end, or has a wrong value.
  public init(_ data: Data) throws(PasskeyFault) {
    let bytes = [UInt8](data)
    guard bytes.count >= 37 else { throw .authenticatorData }
    let flags = bytes[32]
    rpIDHash = Data(bytes[..<32])
    isPresent = flags & 1 != 0
    isVerified = flags & 4 != 0
    canBeCopied = flags & 8 != 0
    isCopied = flags & 16 != 0
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32(clamping: $1) }
    var rest = bytes[37...]
    if flags & 64 != 0 {
      // The credential data after the authenticator's kind (16 bytes): the length of the id, the
      // id, the key.
      guard rest.count >= 18 else { throw .authenticatorData }
      let length =
        Int(clamping: rest[rest.startIndex + 16]) << 8 | Int(clamping: rest[rest.startIndex + 17])
      rest = rest.dropFirst(18)
      guard (1...PasskeyRules.longestID).contains(length), rest.count > length else {
        throw .authenticatorData
      }
      let id = Data(rest.prefix(length))
      rest = rest.dropFirst(length)
      let (key, size) = try Self.value(rest)
      credential = Credential(
        id: id, cose: Data(rest.prefix(size)), key: try PasskeyKey(key))
      rest = rest.dropFirst(size)
    }
    if flags & 128 != 0 {
      // Extensions: none is requested, and all are ignored.
      let (map, size) = try Self.value(rest)
      guard case .map = map else { throw .authenticatorData }
      rest = rest.dropFirst(size)
    }
    guard rest.isEmpty else { throw .authenticatorData }
  }

  private static func value(
    _ bytes: ArraySlice<UInt8>
  ) throws(PasskeyFault) -> (value: CBOR, size: Int) {
    var reader = CBORReader(Data(bytes))
    do {
      let value = try reader.value()
      return (value, reader.offset)
    } catch {
      throw .encoding(error)
    }
  }
}
