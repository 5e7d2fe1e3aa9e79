public import Foundation

/// A new passkey from a browser, checked as far as that is possible without arithmetic on curves
/// (WebAuthn L3, 7.1).
public struct PasskeyClaim: Equatable, Sendable {
  public var challenge: Data
  public var credential: AuthenticatorData.Credential
  public var counter: UInt32
  public var canBeCopied: Bool
  public var isCopied: Bool

  /// - Parameter rpIDHash: SHA-256 of the relying party's id.
  /// - Throws: ``PasskeyFault``.
  public init(
    _ answer: PasskeyAnswer, at party: RelyingParty, rpIDHash: Data
  ) throws(PasskeyFault) {
    guard let json = Data(base64URL: answer.response.clientDataJSON) else { throw .clientData }
    challenge = try ClientData(json, of: .create, at: party).challenge
    guard let object = answer.response.attestationObject.flatMap({ Data(base64URL: $0) }) else {
      throw .attestation
    }
    let attestation: CBOR
    do { attestation = try CBORReader.read(object) } catch { throw .encoding(error) }
    guard attestation[.text("fmt")] == .text("none"), attestation[.text("attStmt")] == .map([]),
      case .bytes(let bytes) = attestation[.text("authData")]
    else { throw .attestation }
    let data = try AuthenticatorData(bytes)
    try data.check(rpIDHash: rpIDHash)
    guard let credential = data.credential, Data(base64URL: answer.id) == credential.id else {
      throw .credential
    }
    self.credential = credential
    counter = data.counter
    canBeCopied = data.canBeCopied
    isCopied = data.isCopied
  }
}

/// A passkey's signature from a browser, checked as far as that is possible without the key
/// (WebAuthn L3, 7.2).
public struct SignatureClaim: Equatable, Sendable {
  public var challenge: Data
  public var credentialID: Data
  /// The owner of the passkey, according to its device.
  public var handle: Data?
  /// The signed bytes: this, followed by the SHA-256 of ``clientDataJSON``.
  public var authenticatorData: Data
  public var clientDataJSON: Data
  public var signature: Data
  public var data: AuthenticatorData

  /// - Parameter rpIDHash: SHA-256 of the relying party's id.
  /// - Throws: ``PasskeyFault``.
  public init(
    _ answer: PasskeyAnswer, at party: RelyingParty, rpIDHash: Data
  ) throws(PasskeyFault) {
    guard let json = Data(base64URL: answer.response.clientDataJSON) else { throw .clientData }
    challenge = try ClientData(json, of: .get, at: party).challenge
    guard let bytes = answer.response.authenticatorData.flatMap({ Data(base64URL: $0) }) else {
      throw .authenticatorData
    }
    guard let signature = answer.response.signature.flatMap({ Data(base64URL: $0) }) else {
      throw .signature
    }
    guard let id = Data(base64URL: answer.id), !id.isEmpty else { throw .credential }
    data = try AuthenticatorData(bytes)
    try data.check(rpIDHash: rpIDHash)
    credentialID = id
    handle = answer.response.userHandle.flatMap { Data(base64URL: $0) }
    authenticatorData = bytes
    clientDataJSON = json
    self.signature = signature
  }
}

extension AuthenticatorData {
  /// The checks that both ceremonies share.
  fileprivate func check(rpIDHash expected: Data) throws(PasskeyFault) {
    guard rpIDHash == expected else { throw .relyingParty }
    guard isPresent else { throw .notPresent }
    guard isVerified else { throw .notVerified }
    guard canBeCopied || !isCopied else { throw .copies }
  }
}
