import AsyncHTTPClient
public import Foundation
public import LifeSignalEngine
import LifeSignalModel
import NIOCore
import NIOHTTP1

/// Posts messages to URLs that people have entered, which may lead anywhere.
///
/// The name is resolved first, all its addresses are checked, and the connection goes to the very
/// address that was checked: a name that resolves differently a moment later leads nowhere new.
public final class WebhookCourier: Courier {
  private let policy: WebhookPolicy
  private let signature: WebhookSignature
  private let resolver: HostResolver
  private let limit: TimeInterval
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - limit: seconds from the first byte sent to the head of the answer.
  ///   - now: for the signature and for dates in `Retry-After`.
  public init(
    policy: WebhookPolicy, signature: WebhookSignature, resolver: HostResolver = .system,
    limit: TimeInterval = 10, now: @escaping @Sendable () -> Date
  ) {
    self.policy = policy
    self.signature = signature
    self.resolver = resolver
    self.limit = limit
    self.now = now
  }

  public func deliver(_ message: CourierMessage) async throws {
    do {
      let body = try WebhookMessage(message).encoded()
      let address = try WebhookAddress(message.address, policy: policy)
      let place = try await resolver.place(of: address, policy: policy, for: "webhook")
      // Only the head of the answer is read.
      try read(
        await request(body, message, to: address)
          .send(for: "webhook", at: [address.host: "\(place)"], within: limit) { $0 })
    } catch let refusal as WebhookRefusal {
      throw CourierFailure.rejected(refusal.code)
    }
  }

  private func request(
    _ body: Data, _ message: CourierMessage, to address: WebhookAddress
  ) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: address.url)
    request.method = .POST
    request.headers = [
      "Content-Type": "application/json", "User-Agent": "LifeSignal",
      "Idempotency-Key": message.idempotencyKey,
      "LifeSignal-Signature": signature.header(for: body, to: address.url, at: now()),
    ]
    request.body = .bytes(ByteBuffer(bytes: body))
    return request
  }

  private func read(_ answer: HTTPClientResponse) throws {
    let code = answer.status.code
    let words = "webhook: answered \(code)"
    switch code {
    case 200..<300: return
    case 410: throw CourierFailure.addressGone(words)
    case 408, 425, 429, 500...:
      throw CourierFailure.transient(
        words, retryAfter: RetryAfter.read(answer.headers.first(name: "Retry-After"), now: now()))
    default: throw CourierFailure.rejected(words)
    }
  }
}
