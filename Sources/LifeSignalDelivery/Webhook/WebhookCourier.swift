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
/// Redirects are not followed. Only the head of the answer is read.
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
      try await post(body, message, to: address, at: place)
    } catch let refusal as WebhookRefusal {
      throw CourierFailure.rejected(refusal.code)
    }
  }

  private func post(
    _ body: Data, _ message: CourierMessage, to address: WebhookAddress, at place: IPAddress
  ) async throws {
    // A client of its own: a pooled connection may lead to an address that was checked yesterday.
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .seconds(Int64(clamping: limit))))
    configuration.dnsOverride = [address.host: "\(place)"]
    configuration.httpVersion = .http1Only
    configuration.decompression = .disabled
    configuration.maximumUsesPerConnection = 1
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      let answer = try await client.execute(
        request(body, message, to: address), timeout: .milliseconds(Int64(clamping: limit * 1_000)))
      try await client.shutdown()
      try read(answer)
    } catch let failure as CourierFailure {
      throw failure
    } catch is CancellationError {
      try? await client.shutdown()
      throw CancellationError()
    } catch {
      try? await client.shutdown()
      // The name of the error only: its text may contain the address.
      let name = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
      throw CourierFailure.transient("webhook: \(name)")
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
