public import Foundation

/// The request to a browser for a new passkey (WebAuthn L3, 5.4; the names are the standard's).
public struct PasskeyCreation: Equatable, Codable, Sendable {
  public struct Party: Equatable, Codable, Sendable {
    public var id: String
    public var name: String
  }

  public struct User: Equatable, Codable, Sendable {
    /// Base64url; identifies the person only to us.
    public var id: String
    public var name: String
    public var displayName: String
  }

  public struct Parameter: Equatable, Codable, Sendable {
    public var type: String
    public var alg: Int
  }

  public struct Credential: Equatable, Codable, Sendable {
    public var type: String
    /// Base64url.
    public var id: String
  }

  public struct Selection: Equatable, Codable, Sendable {
    public var residentKey: String
    public var requireResidentKey: Bool
    public var userVerification: String
  }

  public var rp: Party
  public var user: User
  /// Base64url.
  public var challenge: String
  public var pubKeyCredParams: [Parameter]
  /// Milliseconds.
  public var timeout: Int
  public var excludeCredentials: [Credential]
  public var authenticatorSelection: Selection
  public var attestation: String

  /// - Parameter mine: the person's existing passkeys; a device that has one of them creates no
  ///   second one.
  public init(
    of person: Person, for party: RelyingParty, challenge: Data, mine: [Passkey]
  ) {
    rp = Party(id: party.id, name: "LifeSignal")  // no words
    let name =
      PhoneNumber(e164: person.phoneNumber)?.display ?? person.email ?? person.phoneNumber
    user = User(
      id: PasskeyRules.handle(of: person.id).base64URL, name: name,
      displayName: person.name.isEmpty ? name : person.name)
    self.challenge = challenge.base64URL
    pubKeyCredParams = PasskeyKey.algorithms.map { Parameter(type: "public-key", alg: $0) }
    timeout = Int(clamping: PasskeyRules.patience * 1_000)
    excludeCredentials = mine.map {
      Credential(type: "public-key", id: $0.credentialID.base64URL)
    }
    authenticatorSelection = Selection(
      residentKey: "required", requireResidentKey: true, userVerification: "required")
    attestation = "none"
  }
}

/// The request to a browser for a signature (WebAuthn L3, 5.5): by any passkey it has for us.
public struct PasskeyRequest: Equatable, Codable, Sendable {
  /// Base64url.
  public var challenge: String
  public var rpId: String
  /// Milliseconds.
  public var timeout: Int
  public var userVerification: String

  public init(for party: RelyingParty, challenge: Data) {
    self.challenge = challenge.base64URL
    rpId = party.id
    timeout = Int(clamping: PasskeyRules.patience * 1_000)
    userVerification = "required"
  }
}

/// A browser's answer; everything in base64url.
public struct PasskeyAnswer: Equatable, Codable, Sendable {
  public struct Response: Equatable, Codable, Sendable {
    public var clientDataJSON: String
    /// For a new passkey.
    public var attestationObject: String?
    /// For a signature.
    public var authenticatorData: String?
    public var signature: String?
    public var userHandle: String?

    public init(
      clientDataJSON: String, attestationObject: String? = nil, authenticatorData: String? = nil,
      signature: String? = nil, userHandle: String? = nil
    ) {
      self.clientDataJSON = clientDataJSON
      self.attestationObject = attestationObject
      self.authenticatorData = authenticatorData
      self.signature = signature
      self.userHandle = userHandle
    }
  }

  public var id: String
  public var response: Response

  public init(id: String, response: Response) {
    self.id = id
    self.response = response
  }
}
