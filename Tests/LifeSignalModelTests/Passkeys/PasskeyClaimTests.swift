import Foundation
import LifeSignalModel
import Testing

/// What §7.1 and §7.2 of WebAuthn ask, check by check; curves are the engine's.
@Suite struct PasskeyClaimTests {
  private let party = RelyingParty(origin: "https://safe.example")!
  private let rpIDHash = Data(repeating: 9, count: 32)
  private let id = Data([1, 2, 3, 4])
  private static let all: UInt8 = 0x01 | 0x04 | 0x08 | 0x10

  /// {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  private var key: Data {
    Data([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20]) + Data(repeating: 7, count: 32)
      + Data([0x22, 0x58, 0x20]) + Data(repeating: 8, count: 32)
  }

  private func data(
    flags: UInt8 = all, hash: Data? = nil, counter: UInt8 = 5, key: Data? = nil
  ) -> Data {
    var data = (hash ?? rpIDHash) + Data([flags, 0, 0, 0, counter])
    if flags & 0x40 != 0 {
      data += Data(repeating: 0, count: 16) + Data([0, UInt8(id.count)]) + id + (key ?? self.key)
    }
    return data
  }

  private func client(
    _ type: String, challenge: String = "AQID", origin: String = "https://safe.example",
    more: String = ""
  ) -> String {
    Data(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(more)}"#.utf8)
      .base64URL
  }

  private func create(
    _ authData: Data? = nil, client words: String? = nil, format: String = "none",
    statement: [UInt8] = [0xa0], id: Data? = nil
  ) throws -> PasskeyClaim {
    let bytes = authData ?? data(flags: Self.all | 0x40)
    let object =
      Data([0xa3, 0x63]) + Data("fmt".utf8) + Data([0x60 | UInt8(format.utf8.count)])
      + Data(format.utf8) + Data([0x67]) + Data("attStmt".utf8) + Data(statement) + Data([0x68])
      + Data("authData".utf8) + Data([0x58, UInt8(bytes.count)]) + bytes
    return try PasskeyClaim(
      PasskeyAnswer(
        id: (id ?? self.id).base64URL,
        response: .init(
          clientDataJSON: words ?? client("webauthn.create"),
          attestationObject: object.base64URL)),
      at: party, rpIDHash: rpIDHash)
  }

  private func get(_ authData: Data? = nil, client words: String? = nil) throws -> SignatureClaim {
    try SignatureClaim(
      PasskeyAnswer(
        id: id.base64URL,
        response: .init(
          clientDataJSON: words ?? client("webauthn.get"),
          authenticatorData: (authData ?? data()).base64URL, signature: Data([1]).base64URL,
          userHandle: Data("42".utf8).base64URL)),
      at: party, rpIDHash: rpIDHash)
  }

  @Test func `a new passkey is read whole`() throws {
    let claim = try create()
    #expect(claim.challenge == Data([1, 2, 3]))
    #expect(claim.credential.id == id)
    #expect(claim.credential.cose == key)
    #expect(claim.counter == 5)
    #expect(claim.canBeCopied && claim.isCopied)
  }

  @Test func `a signature is read whole`() throws {
    let claim = try get()
    #expect(claim.challenge == Data([1, 2, 3]))
    #expect(claim.handle == Data("42".utf8))
    #expect(claim.data.counter == 5)
  }

  @Test func `one ceremony's data is refused in the other`() {
    #expect(throws: PasskeyFault.ceremony) { try create(client: client("webauthn.get")) }
    #expect(throws: PasskeyFault.ceremony) { try get(client: client("webauthn.create")) }
  }

  @Test(arguments: [
    "http://safe.example", "https://safe.example:8443", "https://unsafe.example",
    "https://safe.example.evil.example", "https://sub.safe.example", "",
  ])
  func `another origin is refused`(origin: String) {
    #expect(throws: PasskeyFault.origin) {
      try create(client: client("webauthn.create", origin: origin))
    }
    #expect(throws: PasskeyFault.origin) {
      try get(client: client("webauthn.get", origin: origin))
    }
  }

  @Test func `a page inside another site's page is refused`() throws {
    #expect(throws: PasskeyFault.origin) {
      try get(client: client("webauthn.get", more: #","crossOrigin":true"#))
    }
    #expect(throws: PasskeyFault.origin) {
      try get(client: client("webauthn.get", more: #","topOrigin":"https://evil.example""#))
    }
    _ = try get(client: client("webauthn.get", more: #","crossOrigin":false,"other":1"#))
  }

  @Test func `another relying party is refused`() {
    let other = Data(repeating: 1, count: 32)
    #expect(throws: PasskeyFault.relyingParty) {
      try create(data(flags: Self.all | 0x40, hash: other))
    }
    #expect(throws: PasskeyFault.relyingParty) { try get(data(hash: other)) }
  }

  @Test func `the person must be present and verified`() {
    #expect(throws: PasskeyFault.notPresent) { try create(data(flags: 0x44)) }
    #expect(throws: PasskeyFault.notPresent) { try get(data(flags: 0x04)) }
    #expect(throws: PasskeyFault.notVerified) { try create(data(flags: 0x41)) }
    #expect(throws: PasskeyFault.notVerified) { try get(data(flags: 0x01)) }
  }

  @Test func `a passkey that cannot be copied must not claim a copy`() {
    #expect(throws: PasskeyFault.copies) { try create(data(flags: 0x45 | 0x10)) }
    #expect(throws: PasskeyFault.copies) { try get(data(flags: 0x05 | 0x10)) }
    #expect(throws: Never.self) { try get(data(flags: 0x05)) }
    #expect(throws: Never.self) { try get(data(flags: 0x05 | 0x08)) }
  }

  @Test func `nothing is attested`() {
    #expect(throws: PasskeyFault.attestation) { try create(format: "packed") }
    #expect(throws: PasskeyFault.attestation) { try create(statement: [0xa1, 0x01, 0x02]) }
  }

  @Test func `a new passkey has a key, under the name it is said to have`() {
    #expect(throws: PasskeyFault.credential) { try create(data()) }
    #expect(throws: PasskeyFault.credential) { try create(id: Data([9])) }
  }

  @Test func `nothing may follow, and nothing be missing`() {
    let whole = data(flags: Self.all | 0x40)
    #expect(throws: PasskeyFault.authenticatorData) { try create(whole + Data([0])) }
    #expect(throws: PasskeyFault.authenticatorData) { try get(data() + Data([0])) }
    for length in 0..<whole.count {
      #expect(throws: PasskeyFault.self) { try AuthenticatorData(Data(whole.prefix(length))) }
    }
  }

  @Test func `extensions are a map, and not looked at`() throws {
    _ = try get(data(flags: Self.all | 0x80) + Data([0xa0]))
    #expect(throws: PasskeyFault.authenticatorData) {
      try get(data(flags: Self.all | 0x80) + Data([0x80]))
    }
    #expect(throws: PasskeyFault.encoding(.tooShort)) { try get(data(flags: Self.all | 0x80)) }
  }

  @Test func `keys of other algorithms, curves and forms are refused`() {
    var otherAlgorithm = key
    otherAlgorithm[4] = 0x27
    var otherCurve = key
    otherCurve[6] = 2
    var short = Data([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x41, 7, 0x22, 0x41, 8])
    for wrong in [otherAlgorithm, otherCurve, short] {
      #expect(throws: PasskeyFault.key) { try PasskeyKey(cose: wrong) }
    }
    short.removeLast()
    #expect(throws: PasskeyFault.encoding(.tooShort)) { try PasskeyKey(cose: short) }
    // RS256: {1: 3, 3: -257, -1: n, -2: e}
    #expect(throws: PasskeyFault.key) {
      try PasskeyKey(
        cose: Data([0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x41, 7, 0x21, 0x43, 1, 0, 1]))
    }
  }

  @Test func `an Ed25519 key is read`() throws {
    let cose =
      Data([0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 0x20])
      + Data(repeating: 3, count: 32)
    #expect(try PasskeyKey(cose: cose) == .ed25519(Data(repeating: 3, count: 32)))
  }

  @Test func `malformed client data is refused`() {
    #expect(throws: PasskeyFault.clientData) { try get(client: Data("{}".utf8).base64URL) }
    #expect(throws: PasskeyFault.clientData) { try get(client: "no base64!") }
    #expect(throws: PasskeyFault.clientData) {
      try get(client: client("webauthn.get", challenge: "no base64!"))
    }
  }

  @Test(arguments: [
    ("https://safe.example", "safe.example", "https://safe.example"),
    ("https://Safe.Example:443", "safe.example", "https://safe.example"),
    ("https://safe.example:8443", "safe.example", "https://safe.example:8443"),
    ("http://localhost:8080", "localhost", "http://localhost:8080"),
  ])
  func `the address of the server says who it is`(text: String, id: String, origin: String) {
    let party = RelyingParty(origin: text)
    #expect(party?.id == id)
    #expect(party?.origin == origin)
  }

  @Test(arguments: [
    "http://safe.example", "https://192.0.2.1", "https://[::1]", "http://127.0.0.1:8080", "x", "",
  ])
  func `an origin where browsers make no passkeys offers none`(text: String) {
    #expect(RelyingParty(origin: text) == nil)
  }
}
