import LifeSignalEngine

extension HostResolver {
  /// The address to connect to. One forbidden address makes the whole name forbidden: a name that
  /// mixes allowed and forbidden addresses is suspicious.
  ///
  /// - Parameter channel: the prefix of a failure's reason.
  /// - Throws: ``WebhookRefusal`` for a forbidden network, ``CourierFailure`` if the name cannot be
  ///   resolved.
  func place(
    of address: WebhookAddress, policy: WebhookPolicy, for channel: String
  ) async throws -> IPAddress {
    if let literal = address.literal { return literal }
    let found: [IPAddress]
    do {
      found = try await addresses(address.host)
    } catch {
      throw CourierFailure.transient("\(channel): the name cannot be resolved")
    }
    for one in found where !policy.allows(one) {
      throw WebhookRefusal.networkNotAllowed(one.network)
    }
    guard let first = found.first else {
      throw CourierFailure.transient("\(channel): the name cannot be resolved")
    }
    return first
  }
}
