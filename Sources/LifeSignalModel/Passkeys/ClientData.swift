public import Foundation

/// What the browser says of a ceremony, and what is signed with it (WebAuthn L3, 5.8.1).
public struct ClientData: Equatable, Sendable {
  public enum Ceremony: String, Sendable {
    case create = "webauthn.create"
    case get = "webauthn.get"
  }

  public var challenge: Data

  private struct Words: Decodable {
    var type: String
    var challenge: String
    var origin: String
    var crossOrigin: Bool?
    var topOrigin: String?
  }

  /// The challenge, for whoever knows which was given out.
  /// - Throws: ``PasskeyFault/clientData``, ``PasskeyFault/ceremony``, ``PasskeyFault/origin``.
  public init(
    _ json: Data, of ceremony: Ceremony, at party: RelyingParty
  ) throws(PasskeyFault) {
    guard let words = try? JSONDecoder().decode(Words.self, from: json),
      let challenge = Data(base64URL: words.challenge)
    else { throw .clientData }
    guard words.type == ceremony.rawValue else { throw .ceremony }
    // Nobody shows us inside a page of theirs.
    guard words.origin == party.origin, words.crossOrigin != true, words.topOrigin == nil else {
      throw .origin
    }
    self.challenge = challenge
  }
}
