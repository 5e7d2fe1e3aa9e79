public import Foundation

/// One value of CBOR (RFC 8949), of the kinds that authenticators use.
public indirect enum CBOR: Equatable, Sendable {
  case unsigned(UInt64)
  /// −1 − n, in encoded form.
  case negative(UInt64)
  case bytes(Data)
  case text(String)
  case array([CBOR])
  /// In the order of their encoding, which has no key twice.
  case map([Pair])
  case boolean(Bool)
  case null

  public struct Pair: Equatable, Sendable {
    public var key: CBOR
    public var value: CBOR
  }

  /// The value under a key of a map.
  public subscript(key: CBOR) -> CBOR? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }

  /// A whole number in its encoded form.
  static func integer(_ number: Int) -> CBOR {
    number < 0 ? .negative(UInt64(clamping: -1 - number)) : .unsigned(UInt64(clamping: number))
  }
}

/// Why these bytes are not accepted as CBOR.
public enum CBORError: Error, Equatable, Sendable {
  /// The bytes end in the middle of a value.
  case tooShort
  /// Something follows the value.
  case tooLong
  /// A tag, a float, an indefinite length, or a value without meaning.
  case unsupported
  /// Nested deeper than four levels.
  case tooDeep
  /// A length or number that is not in its shortest form; keys out of order, or repeated.
  case notCanonical
  case notText
}

/// Reads the canonical form of CTAP 2 (FIDO CTAP 2.1, 8) and nothing else: every value has one
/// encoding, so that the value that was read is the one that was signed.
///
/// No memory is allocated before the bytes are known to be there: a false length costs nothing.
public struct CBORReader: Sendable {
  /// CTAP 2 nests no deeper.
  public static let deepest = 4

  private let bytes: [UInt8]
  /// How many bytes have been read.
  public private(set) var offset = 0

  public init(_ data: Data) {
    bytes = [UInt8](data)
  }

  /// Reads all of the data as one value.
  public static func read(_ data: Data) throws(CBORError) -> CBOR {
    var reader = CBORReader(data)
    let value = try reader.value()
    guard reader.offset == reader.bytes.count else { throw .tooLong }
    return value
  }

  /// Reads the next value and leaves the rest.
  public mutating func value() throws(CBORError) -> CBOR { try value(depth: 0) }

  private mutating func value(depth: Int) throws(CBORError) -> CBOR {
    let (major, argument) = try head()
    switch major {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(Data(try take(argument)))
    case 3:
      guard let text = String(validating: try take(argument), as: UTF8.self) else {
        throw .notText
      }
      return .text(text)
    case 4:
      guard depth < Self.deepest else { throw .tooDeep }
      var items: [CBOR] = []
      for _ in 0..<(try count(argument)) { items.append(try value(depth: depth + 1)) }
      return .array(items)
    case 5:
      guard depth < Self.deepest else { throw .tooDeep }
      return .map(try pairs(try count(argument), depth: depth + 1))
    case 7:
      switch argument {
      case 20: return .boolean(false)
      case 21: return .boolean(true)
      case 22: return .null
      default: throw .unsupported
      }
    default: throw .unsupported
    }
  }

  private mutating func pairs(_ count: Int, depth: Int) throws(CBORError) -> [CBOR.Pair] {
    var pairs: [CBOR.Pair] = []
    var last: ArraySlice<UInt8>?
    for _ in 0..<count {
      let start = offset
      let key = try value(depth: depth)
      let encoded = bytes[start..<offset]
      if let last, !Self.isBefore(last, encoded) { throw .notCanonical }
      last = encoded
      pairs.append(CBOR.Pair(key: key, value: try value(depth: depth)))
    }
    return pairs
  }

  /// The order of keys: by kind, then the shorter, then byte by byte.
  private static func isBefore(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let kinds = (left.first.map { $0 >> 5 } ?? 0, right.first.map { $0 >> 5 } ?? 0)
    if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  /// Kind and number of the next value.
  private mutating func head() throws(CBORError) -> (major: UInt8, argument: UInt64) {
    guard let first = try take(1).first else { throw .tooShort }
    let (major, short) = (first >> 5, first & 31)
    switch short {
    case 0...23: return (major, UInt64(clamping: short))
    case 24...27:
      // A value after kind 7 in one byte or more is a float, or has no meaning here.
      guard major != 7 else { throw .unsupported }
      let size = 1 << Int(clamping: short - 24)
      let number = try take(UInt64(clamping: size)).reduce(0 as UInt64) {
        $0 << 8 | UInt64(clamping: $1)
      }
      let least: UInt64 = size == 1 ? 24 : 1 << UInt64(clamping: size * 4)
      guard number >= least else { throw .notCanonical }
      return (major, number)
    default: throw .unsupported
    }
  }

  /// This many values need at least this many bytes.
  private func count(_ argument: UInt64) throws(CBORError) -> Int {
    guard argument <= UInt64(clamping: bytes.count - offset) else { throw .tooShort }
    return Int(clamping: argument)
  }

  private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
    guard count <= UInt64(clamping: bytes.count - offset) else { throw .tooShort }
    let end = offset + Int(clamping: count)
    defer { offset = end }
    return bytes[offset..<end]
  }
}
