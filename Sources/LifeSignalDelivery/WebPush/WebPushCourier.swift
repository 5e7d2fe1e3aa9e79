import AsyncHTTPClient
public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
import NIOCore
import NIOHTTP1

/// Sends encrypted messages to browsers, by the push services they have chosen (RFC 8030).
///
/// The endpoint comes from a browser, so it may lead anywhere: it passes the same guard as a
/// webhook's address. Redirects are not followed, and only the head of the answer is read.
public final class WebPushCourier: Courier {
  private let policy: WebhookPolicy
  private let vapid: VAPID
  private let contact: String?
  private let lines: PushLines
  private let limit: TimeInterval
  private let entropy: Entropy
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - contact: a `mailto:` or `https:` URL by which push services reach the operator; nil for the
  ///     site itself. Apple refuses messages without a real one.
  ///   - limit: seconds from the first byte sent to the head of the answer.
  ///   - entropy: for the salt and the key of each message.
  ///   - now: the true time, also in a demo: push services compare it with theirs.
  ///   - instant: for the age of connections.
  public init(
    policy: WebhookPolicy, vapid: VAPID, contact: String? = nil, resolver: HostResolver = .system,
    limit: TimeInterval = 10, entropy: Entropy = .system, now: @escaping @Sendable () -> Date,
    instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.policy = policy
    self.vapid = vapid
    self.contact = contact
    self.limit = limit
    self.entropy = entropy
    self.now = now
    lines = PushLines(policy: policy, resolver: resolver, read: limit, now: instant)
  }

  public func deliver(_ message: CourierMessage) async throws {
    guard let subscription = PushSubscription(address: message.address) else {
      throw CourierFailure.addressGone("webpush: not a subscription")
    }
    do {
      let address = try WebhookAddress(subscription.endpoint, policy: policy)
      let body = try body(of: message, for: subscription)
      let line = try await lines.line(to: address)
      let service = Service(address, contact: contact ?? subscription.contact)
      try await post(body, message, to: address, of: service, on: line)
    } catch let refusal as WebhookRefusal {
      throw CourierFailure.rejected("webpush\(refusal.code.dropFirst("webhook".count))")
    }
  }

  /// The addressee of a token, and its signer.
  private struct Service {
    /// The origin of the endpoint (RFC 6454 §6.1).
    var audience: String
    var contact: String?

    init(_ address: WebhookAddress, contact: String?) {
      let scheme = address.url.prefix { $0 != ":" }
      let host = address.literal?.bytes.count == 16 ? "[\(address.host)]" : address.host
      let isUsual = address.port == (scheme == "https" ? 443 : 80)
      audience = "\(scheme)://\(host)" + (isUsual ? "" : ":\(address.port)")
      self.contact = contact
    }
  }

  /// Padded to whole kilobytes: its length must not distinguish an alert from a reminder.
  private func body(
    of message: CourierMessage, for subscription: PushSubscription
  ) throws -> Data {
    let text = try WebPushMessage(message, openingAt: subscription.origin).encoded()
    let length = min(PushEncryption.most, (text.count + 1_023) / 1_024 * 1_024)
    do {
      return try PushEncryption.encrypt(
        text, for: subscription, with: .init(from: entropy.bytes), padTo: length)
    } catch {
      throw CourierFailure.addressGone("webpush: the key is no point of the curve")
    }
  }

  private func post(
    _ body: Data, _ message: CourierMessage, to address: WebhookAddress, of service: Service,
    on line: PushLines.Line
  ) async throws {
    var request = HTTPClientRequest(url: address.url)
    request.method = .POST
    request.headers = [
      "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
      "TTL": "\(Int(clamping: message.priority.patience))", "Urgency": message.urgency,
      "Topic": PushTopic.of(message), "User-Agent": "LifeSignal",
      "Authorization": try vapid.authorization(
        for: service.audience, contact: service.contact, at: now()),
    ]
    request.body = .bytes(ByteBuffer(bytes: body))
    var answer = try await answer(to: request, on: line)
    if answer.status == .unauthorized || answer.status == .forbidden {
      // A service that was restarted, or whose clock was set, accepts a new token.
      vapid.forgetToken(for: service.audience, contact: service.contact)
      request.headers.replaceOrAdd(
        name: "Authorization",
        value: try vapid.authorization(
          for: service.audience, contact: service.contact, at: now()))
      answer = try await self.answer(to: request, on: line)
    }
    try read(answer)
  }

  private func answer(
    to request: HTTPClientRequest, on line: PushLines.Line
  ) async throws -> HTTPClientResponse {
    let answer: HTTPClientResponse
    do {
      answer = try await line.client.execute(
        request, timeout: .milliseconds(Int64(clamping: limit * 1_000)))
    } catch {
      if Task.isCancelled { throw CancellationError() }
      // The name of the error only: its text may contain the address.
      let name = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
      throw CourierFailure.transient("webpush: \(name)")
    }
    await finish(answer)
    return answer
  }

  /// A connection is used again only if no part of the answer is left on it. Services answer with
  /// an empty body; a longer one is not read.
  private func finish(_ answer: HTTPClientResponse) async {
    guard answer.headers.first(name: "Content-Length") == "0" else { return }
    _ = try? await answer.body.collect(upTo: 0)
  }

  private func read(_ answer: HTTPClientResponse) throws {
    let code = answer.status.code
    let words = "webpush: answered \(code)"
    switch code {
    case 200..<300: return
    case 404, 410: throw CourierFailure.addressGone(words)
    case 408, 425, 429, 500...:
      throw CourierFailure.transient(
        words, retryAfter: RetryAfter.read(answer.headers.first(name: "Retry-After"), now: now()))
    // Includes 401 and 403 with a new token too; and 413, which never happens with 4,096 bytes.
    default: throw CourierFailure.rejected(words)
    }
  }
}

extension PushSubscription {
  /// The site's address, if others can reach it.
  fileprivate var contact: String? { origin.hasPrefix("https://") ? origin : nil }
}
