/// Why the data that a browser sent in a passkey ceremony is invalid.
///
/// For tests and logs: the browser learns only that the ceremony failed.
public enum PasskeyFault: Error, Equatable, Sendable {
  case encoding(CBORError)
  case authenticatorData
  /// An algorithm, curve or form that was not requested, or a point that is not on its curve.
  case key
  case clientData
  /// A signature made for one ceremony does not count in another.
  case ceremony
  case challenge
  case origin
  case relyingParty
  case notPresent
  case notVerified
  /// The flags claim that it is backed up although it cannot be.
  case copies
  /// The answer contains an attestation, which was not requested.
  case attestation
  case credential
  case signature
}
