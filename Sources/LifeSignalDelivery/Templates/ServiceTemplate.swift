import LifeSignalEngine

/// A service that accepts messages: the request to it, and the meaning of its answers.
public struct ServiceTemplate: Sendable {
  /// The destination of one message.
  struct Place: Sendable {
    /// Scheme and host, without a slash at the end.
    var server: String
    var address: String
    /// Whether the server and the account there are the operator's.
    var isOurs: Bool

    /// The operator may use their own machines; members may not reach those.
    var policy: WebhookPolicy { WebhookPolicy(allowsPrivateNetworks: isOurs || allowsPrivate) }
    var allowsPrivate = false
  }

  /// The prefix of every reason.
  let name: String
  /// - Throws: `CourierFailure` for an address that is not one of this service, or is no longer
  ///   valid.
  let place: @Sendable (_ address: String) throws -> Place
  let template: @Sendable (CourierMessage, Place, _ hasLink: Bool) -> RequestTemplate
  /// - Throws: `CourierFailure` unless the message was accepted.
  let check: @Sendable (ServiceAnswer, Place) throws -> Void
}
