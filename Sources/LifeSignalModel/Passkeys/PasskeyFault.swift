/// Why what a browser sent in a ceremony with a passkey is not what it has to be.
///
/// For tests and logs: whoever sent it is told no more than that it did not work.
public enum PasskeyFault: Error, Equatable, Sendable {
  case encoding(CBORError)
  case authenticatorData
  /// Of an algorithm, curve or form that was not asked for, or no point of its curve.
  case key
  case clientData
  /// A signature for one ceremony is none for the other.
  case ceremony
  case challenge
  case origin
  case relyingParty
  case notPresent
  case notVerified
  /// Says that it has been copied, and that it cannot be; or can be, and could not.
  case copies
  /// Something is attested, which nobody asked for.
  case attestation
  case credential
  case signature
}
