/// The commands that are not yet values of their own: see ``Command``. A command names the other
/// people it concerns; the caller is the ``Actor``.
public enum CommandCase: Equatable, Sendable {
  // MARK: Auth

  /// By a visitor, to sign in; by a member, to move to this number. `network` names where the
  /// request comes from, for the limit per network.
  case requestCode(phoneNumber: String, region: Region, network: String)
  /// By a visitor. `label` is the name by which the person will recognize the new session.
  case verifyCode(OneTimeCode.ID, code: String, label: String)
  /// To the member's own number; see ``ProofRules``.
  case requestProofCode(network: String)
  /// By a session, which counts as proven for a while with the right code.
  case proveIdentity(OneTimeCode.ID, code: String)

  // MARK: Passkeys

  /// By a visitor. `label` as with a code.
  case signInWithPasskey(PasskeyAnswer, label: String)
  /// By a session, which counts as proven for a while.
  case proveWithPasskey(PasskeyAnswer)
  /// `name` is the name by which the member recognizes it, 1–60 characters.
  case registerPasskey(PasskeyAnswer, name: String)
  /// Moves the member to the number the code was sent to.
  case updatePhoneNumber(OneTimeCode.ID, code: String)
  /// To the member's own number, so that a found or borrowed device cannot delete an account.
  case requestDeletionCode(network: String)
  /// Deletes everything about the member, for good.
  case deleteAccount(OneTimeCode.ID, code: String)

  // MARK: Channels

  /// To an address where the member wants to be reached, as they typed it.
  case requestChannelCode(ChannelKind, address: String, network: String)
  /// With the right code, messages go there from now on.
  case verifyChannel(OneTimeCode.ID, code: String)
}
