public import Foundation

/// The browser's data about a ceremony, which is signed with it (WebAuthn L3, 5.8.1).
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

  /// Reads the challenge, which the caller compares with those it has given out.
  /// - Throws: ``PasskeyFault/clientData``, ``PasskeyFault/ceremony``, ``PasskeyFault/origin``.
  public init(
    _ json: Data, of ceremony: Ceremony, at party: RelyingParty
  ) throws(PasskeyFault) {
    guard let words = try? JSONDecoder().decode(Words.self, from: json),
      let challenge = Data(base64URL: words.challenge)
    else { throw .clientData }
    guard words.type == ceremony.rawValue else { throw .ceremony }
    // No site embeds our pages in one of its own.
    guard words.origin == party.origin, words.crossOrigin != true, words.topOrigin == nil else {
      throw .origin
    }
    self.challenge = challenge
  }
}
