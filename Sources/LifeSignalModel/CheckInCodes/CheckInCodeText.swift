import Foundation

/// The written form of a check-in code: eleven random characters and a check character, in three
/// groups of four, as in `K7M2-9QXD-4TRW`.
///
/// The characters are those of Douglas Crockford's Base32
/// (<https://www.crockford.com/base32.html>): ten digits and twenty-two letters that are not easily
/// confused. Any phone can type them. The check character detects every wrong character and every
/// swap of two before anything is looked up.
public struct CheckInCodeText: Hashable, Sendable, CustomStringConvertible {
  /// Bytes of randomness that ``init(random:)`` takes; 55 bits of them are used.
  public static let size = 7
  /// Signs without the hyphens.
  public static let length = 12

  /// In capitals, without hyphens: the form that is hashed.
  public let canonical: String

  /// - Parameter random: ``size`` unpredictable bytes.
  public init(random: [UInt8]) {
    precondition(random.count == Self.size, "a code is made of \(Self.size) bytes")
    var number = random.reduce(0 as UInt64) { $0 << 8 | UInt64(clamping: $1) }
    var values: [UInt8] = []
    for _ in 1..<Self.length {
      values.append(UInt8(clamping: number & 31))
      number >>= 5
    }
    canonical = Self.text(values + [Self.check(values)])
  }

  /// Reads a typed code: in any case, with any spaces and hyphens, with O for 0 and I or L for 1.
  /// Nil for everything that ``init(random:)`` cannot have made.
  public init?(reading typed: String) {
    guard typed.utf8.count <= 60 else { return nil }
    var values: [UInt8] = []
    for scalar in typed.decomposedStringWithCompatibilityMapping.uppercased().unicodeScalars {
      if Self.separators.contains(scalar) { continue }
      guard let value = Self.values[scalar], values.count < Self.length else { return nil }
      values.append(value)
    }
    guard values.count == Self.length, values.last == Self.check(values.dropLast()) else {
      return nil
    }
    canonical = Self.text(values)
  }

  /// In groups of four, as it is printed.
  public var printed: String {
    let signs = Array(canonical)
    return stride(from: 0, to: signs.count, by: 4)
      .map { String(signs[$0..<min($0 + 4, signs.count)]) }.joined(separator: "-")
  }

  /// Never the code itself: a code in a log by mistake must be useless.
  public var description: String { "<check-in code>" }

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".unicodeScalars)

  private static let values: [Unicode.Scalar: UInt8] = {
    var values = Dictionary(
      uniqueKeysWithValues: zip(alphabet, alphabet.indices.map { UInt8(clamping: $0) }))
    values["O"] = 0
    values["I"] = 1
    values["L"] = 1
    return values
  }()

  /// Separators that keyboards put between groups: space, hyphen, dashes, full stop, comma, slash,
  /// line ends.
  private static let separators: Set<Unicode.Scalar> = [
    " ", "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", ".", ",", "/",
    "\t", "\r", "\n", "\u{200E}", "\u{200F}",
  ]

  private static func text(_ values: some Sequence<UInt8>) -> String {
    values.reduce(into: "") { $0.unicodeScalars.append(alphabet[Int(clamping: $1)]) }
  }

  /// The sum of αⁱ·vᵢ in the field of 32 elements. All eleven factors and the check's own differ, so one
  /// wrong sign changes the sum, and so do two different ones that have changed places.
  private static func check(_ values: some Collection<UInt8>) -> UInt8 {
    // Horner's rule gives the i-th sign from the right the factor αⁱ, and the check itself α⁰.
    values.reduce(0) { doubled($0 ^ $1) }
  }

  /// Times α, a root of x⁵ + x² + 1, which is primitive.
  private static func doubled(_ value: UInt8) -> UInt8 {
    let shifted = value << 1
    return shifted & 32 == 0 ? shifted : (shifted ^ 0b10_0101)
  }
}
