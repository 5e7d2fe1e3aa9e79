import LifeSignalEngine

/// A service that takes messages: what it is asked, and what its answers mean.
public struct ServiceTemplate: Sendable {
  /// Where one message goes.
  struct Place: Sendable {
    /// Scheme and host, without a slash at the end.
    var server: String
    var address: String
    /// Whether the server and the account there are the operator's.
    var isOurs: Bool

    /// The operator may have their own machines; members may not reach for those.
    var policy: WebhookPolicy { WebhookPolicy(allowsPrivateNetworks: isOurs || allowsPrivate) }
    var allowsPrivate = false
  }

  /// Begins every reason.
  let name: String
  /// - Throws: `CourierFailure` for what is no address of this service, or leads nowhere any more.
  let place: @Sendable (_ address: String) throws -> Place
  let template: @Sendable (CourierMessage, Place, _ hasLink: Bool) -> RequestTemplate
  /// - Throws: `CourierFailure` unless the message was taken.
  let check: @Sendable (TemplateAnswer, Place) throws -> Void
}
