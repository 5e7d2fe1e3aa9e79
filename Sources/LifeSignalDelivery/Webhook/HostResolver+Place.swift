import LifeSignalEngine

extension HostResolver {
  /// The address to connect to. One that is closed closes the name: whoever mixes open and closed
  /// addresses under one name is up to something.
  ///
  /// - Parameter channel: what the reason of a failure begins with.
  /// - Throws: ``WebhookRefusal`` for a network that is closed, ``CourierFailure`` when the name cannot
  ///   be resolved.
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
