import Foundation
import LifeSignalModel
import Testing

@Suite struct CBORReaderTests {
  private func read(_ bytes: [UInt8]) throws -> CBOR { try CBORReader.read(Data(bytes)) }

  /// The examples of RFC 8949, appendix A, that CTAP 2 allows.
  @Test(
    arguments: [
      ([0x00], CBOR.unsigned(0)), ([0x17], .unsigned(23)), ([0x18, 0x18], .unsigned(24)),
      ([0x18, 0x64], .unsigned(100)), ([0x19, 0x03, 0xe8], .unsigned(1_000)),
      ([0x1a, 0x00, 0x0f, 0x42, 0x40], .unsigned(1_000_000)),
      ([0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], .unsigned(.max)),
      ([0x20], .negative(0)), ([0x38, 0x63], .negative(99)), ([0xf4], .boolean(false)),
      ([0xf5], .boolean(true)), ([0xf6], .null), ([0x40], .bytes(Data())),
      ([0x44, 1, 2, 3, 4], .bytes(Data([1, 2, 3, 4]))), ([0x60], .text("")),
      ([0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")), ([0x62, 0xc3, 0xbc], .text("ü")),
      ([0x80], .array([])), ([0x83, 1, 2, 3], .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
      ([0xa0], .map([])),
    ] as [([UInt8], CBOR)])
  func `reads what the standard's examples say`(bytes: [UInt8], value: CBOR) throws {
    #expect(try read(bytes) == value)
  }

  @Test func `a value is found under its key`() throws {
    let map = try read([0xa2, 0x01, 0x02, 0x61, 0x61, 0xf5])
    #expect(map[.unsigned(1)] == .unsigned(2))
    #expect(map[.text("a")] == .boolean(true))
    #expect(map[.text("b")] == nil)
  }

  @Test(
    arguments: [
      [], [0x18], [0x19, 1], [0x41], [0x62, 0x61], [0x82, 1], [0xa1, 1],
      // Lengths that lie, up to the largest there are.
      [0x5a, 0xff, 0xff, 0xff, 0xff], [0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ] as [[UInt8]])
  func `a truncated value is refused`(bytes: [UInt8]) {
    #expect(throws: CBORError.tooShort) { try read(bytes) }
  }

  @Test func `trailing bytes are refused`() {
    #expect(throws: CBORError.tooLong) { try read([0x00, 0x00]) }
  }

  @Test(
    arguments: [
      // Numbers and lengths that could be shorter.
      [0x18, 0x17], [0x19, 0x00, 0xff], [0x1a, 0, 0, 0xff, 0xff], [0x1b, 0, 0, 0, 0, 1, 0, 0, 0],
      [0x38, 0x01], [0x58, 0x01, 0x00], [0x78, 0x01, 0x61],
      // Keys twice, keys out of order: by kind, by length, by bytes.
      [0xa2, 0x01, 0x00, 0x01, 0x00], [0xa2, 0x02, 0x00, 0x01, 0x00],
      [0xa2, 0x61, 0x61, 0x00, 0x01, 0x00], [0xa2, 0x62, 0x61, 0x61, 0x00, 0x61, 0x62, 0x00],
      [0xa2, 0x20, 0x00, 0x01, 0x00],
    ] as [[UInt8]])
  func `a non-canonical encoding is refused`(bytes: [UInt8]) {
    #expect(throws: CBORError.notCanonical) { try read(bytes) }
  }

  @Test func `a number of eight bytes that fits into four is refused`() {
    #expect(throws: CBORError.notCanonical) {
      try read([0x1b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
    }
    #expect(throws: Never.self) { try read([0x1b, 0, 0, 0, 1, 0, 0, 0, 0]) }
  }

  @Test(
    arguments: [
      // Tags, floats, undefined, simple values, indefinite lengths, reserved lengths.
      [0xc0, 0x00], [0xf9, 0x00, 0x00], [0xfb, 0, 0, 0, 0, 0, 0, 0, 0], [0xf7], [0xe0],
      [0xf8, 0xff], [0x5f, 0xff], [0x9f, 0xff], [0xbf, 0xff], [0x1c], [0xff],
    ] as [[UInt8]])
  func `a type that authenticators do not use is refused`(bytes: [UInt8]) {
    #expect(throws: CBORError.unsupported) { try read(bytes) }
  }

  @Test func `four levels are read, a fifth is not`() throws {
    _ = try read([0x81, 0x81, 0x81, 0x81, 0x00])
    #expect(throws: CBORError.tooDeep) { try read([0x81, 0x81, 0x81, 0x81, 0x80]) }
    let deep = [UInt8](repeating: 0x81, count: 100_000)
    #expect(throws: CBORError.tooDeep) { try read(deep) }
  }

  @Test func `invalid text is refused`() {
    #expect(throws: CBORError.notText) { try read([0x61, 0xff]) }
  }

  @Test func `random bytes do no harm`() {
    var state: UInt64 = 88_172_645_463_325_252
    func next() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    var read = 0
    for _ in 0..<5_000 {
      let bytes = (0..<Int(next() % 64)).map { _ in next() }
      if (try? CBORReader.read(Data(bytes))) != nil { read += 1 }
      _ = try? AuthenticatorData(Data(bytes))
    }
    #expect((1..<5_000).contains(read), "\(read) of 5,000 were read")
  }
}
