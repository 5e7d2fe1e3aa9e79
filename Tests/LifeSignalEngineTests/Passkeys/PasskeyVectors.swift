import Foundation
import LifeSignalModel
import Testing

/// What `Tests/PasskeyOracle/oracle.py` said, which has verified it with the implementation of others:
/// a passkey and a signature by it, for https://safe.example.
struct PasskeyVector: Sendable, CustomTestStringConvertible {
  var algorithm: String
  var id: String
  var creation: String
  var attestation: String
  var clientData: String
  var authenticatorData: String
  var signature: String

  var testDescription: String { algorithm }

  var created: PasskeyAnswer {
    PasskeyAnswer(
      id: id, response: .init(clientDataJSON: creation, attestationObject: attestation))
  }

  /// - Parameter person: whose passkey the device says it is; that is not signed.
  func signed(by person: Person.ID?) -> PasskeyAnswer {
    PasskeyAnswer(
      id: id,
      response: .init(
        clientDataJSON: clientData, authenticatorData: authenticatorData, signature: signature,
        userHandle: person.map { PasskeyRules.handle(of: $0).base64URL }))
  }

  /// The challenges that were asked with.
  var creationChallenge: Data { Self.challenge(in: creation) }
  var requestChallenge: Data { Self.challenge(in: clientData) }

  private static func challenge(in text: String) -> Data {
    struct Words: Decodable { var challenge: String }
    let words = Data(base64URL: text).flatMap { try? JSONDecoder().decode(Words.self, from: $0) }
    return words.flatMap { Data(base64URL: $0.challenge) } ?? Data()
  }

  static let all = [es256, ed25519]

  static let es256 = PasskeyVector(
    algorithm: "es256", id: "85OX-Qw81KLuqQmePEQnBrwexj0",
    creation: """
      eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQWhVdDlXMHR0RkhOQXVMTnZkdWpoOVN6\
      a2Z2ejM1MHZSaDdHdTZuR0h2byIsIm9yaWdpbiI6Imh0dHBzOi8vc2FmZS5leGFtcGxlIiwiY3Jvc3NPcmln\
      aW4iOmZhbHNlfQ
      """,
    attestation: """
      o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViYiQxoGWIT3YruFyilgVGHVkuAGoPfIPVpZx9gkwFgbptd\
      AAAAAQAAAAAAAAAAAAAAAAAAAAAAFPOTl_kMPNSi7qkJnjxEJwa8HsY9pQECAyYgASFYIHg9dyZDkdbobNzt\
      ltXecDKiNsgrW0EWjghVzrZBKqqBIlggguNC5sk9CB_Ty0L9HqPxsqIcrUlWMSvnfAb-PbFu6QI
      """,
    clientData: """
      eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoid1RDZGxxTzhUSC1zWktDYklYRThnc1BlV0Zf\
      ZkZ2QldkaXdkNlBsb2VnRSIsIm9yaWdpbiI6Imh0dHBzOi8vc2FmZS5leGFtcGxlIiwiY3Jvc3NPcmlnaW4i\
      OmZhbHNlfQ
      """,
    authenticatorData: "iQxoGWIT3YruFyilgVGHVkuAGoPfIPVpZx9gkwFgbpsdAAAAAg",
    signature: """
      MEUCIQCgC501ENm3ecH_D24OKUhsFMxB6flshnglvvrh62W9zwIgECL97OGS4L6zfAsytdNqxzjpiTp5Ua7v\
      kxzy4-LvT-c
      """)

  static let ed25519 = PasskeyVector(
    algorithm: "ed25519", id: "6avrsFzyBZRR8tr7MYrKtUHnBZ8",
    creation: """
      eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoic0ZOaFJJaWd3U1FBanpRTFhhbzFDSEdJ\
      eW14MmYzLXVvb3FaYk1ZSHJkQSIsIm9yaWdpbiI6Imh0dHBzOi8vc2FmZS5leGFtcGxlIiwiY3Jvc3NPcmln\
      aW4iOmZhbHNlfQ
      """,
    attestation: """
      o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVh1iQxoGWIT3YruFyilgVGHVkuAGoPfIPVpZx9gkwFgbptd\
      AAAAAQAAAAAAAAAAAAAAAAAAAAAAFOmr67Bc8gWUUfLa-zGKyrVB5wWfpAEBAycgBiFYIJoyXpjT4hXxps85\
      4jmErtdxGr_6qd_tEAkPceV_UA0N
      """,
    clientData: """
      eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoieVdhaDBwX3VYVjJtekJMZjl2SmpOVFp1OExO\
      Yk01bFJQakdDRFhPd0lVOCIsIm9yaWdpbiI6Imh0dHBzOi8vc2FmZS5leGFtcGxlIiwiY3Jvc3NPcmlnaW4i\
      OmZhbHNlfQ
      """,
    authenticatorData: "iQxoGWIT3YruFyilgVGHVkuAGoPfIPVpZx9gkwFgbpsdAAAAAg",
    signature: """
      sNdyBxrXVeodZS9Beh_VQfYeVKGqgovCndwH8UrbyoLsytWTwBI6RmjdxOsWxRiciPO_4aWCXEYMycZD4mM2\
      Dw
      """)

}
