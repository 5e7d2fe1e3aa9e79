import Foundation

/// A one-time code on its way to a courier. It is stored nowhere: a lost code can be requested again,
/// but a code in a table could be read there.
public struct CodeToSend: Equatable, Sendable {
  public var id: OneTimeCode.ID
  /// Six digits.
  public var secret: String
  /// E.164, or the address of a channel.
  public var address: String
  /// The kind of channel that carries it; nil for the first that comes with a number.
  public var kind: ChannelKind?
  public var requester: Requester

  public enum Requester: Equatable, Sendable {
    /// The member whose number it goes to: they wait for it, and learn when no carrier has taken it.
    case owner
    /// A network, to an address that may be anyone's.
    case network(String)
  }
}

/// No log shows a code.
extension CodeToSend: CustomStringConvertible {
  public var description: String { "<code \(id)>" }
}

/// A code was sent, or could not be: callers cannot tell which where the address may be anyone's.
public struct SendCodeAnswer: Codable, Equatable, Sendable {
  public var verificationID: OneTimeCode.ID
}

extension Decided where Answer == SendCodeAnswer {
  /// Draws a code, and sends it if `rules` agree.
  /// - Parameters:
  ///   - purpose: its owner, if it has one, requests it to their own number.
  ///   - demands: met before a refusal of the rules shows, so that a refused request counts too.
  static func code(
    for purpose: OneTimeCode.Purpose, to address: String, _ region: Region,
    by kind: ChannelKind? = nil, invitation: Invitation.ID? = nil, from origin: Origin,
    _ demands: Set<Demand>, at moment: Moment,
    _ rules: (OneTimeCode) throws(Refusal) -> Decision
  ) throws(Refusal) -> Self {
    let secret = moment.secrets.entropy.code()
    let id = OneTimeCode.ID(rawValue: moment.secrets.entropy.text(bytes: 16))
    let code = OneTimeCode(
      id: id, phoneNumber: address, phoneRegion: region,
      hash: moment.secrets.hash(code: secret, of: id, phoneNumber: address),
      createdAt: moment.now, expiresAt: (moment.now + moment.authLimits.codeLife).storable,
      purpose: purpose, invitation: invitation)
    var decision: Decision
    do {
      decision = try rules(code)
      decision.code = CodeToSend(
        id: id, secret: secret, address: address, kind: kind,
        requester: purpose.owner == nil ? .network(origin.network) : .owner)
    } catch {
      guard !demands.isEmpty else { throw error }
      decision = .refused(error)
    }
    decision.demands.formUnion(demands)
    return Self(decision, SendCodeAnswer(verificationID: id))
  }
}
