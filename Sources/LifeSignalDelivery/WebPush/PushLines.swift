import AsyncHTTPClient
import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOCore
import Synchronization

/// Open connections to push services: few services receive many messages, and a new TLS connection
/// for each would cost more than everything else.
///
/// A connection leads to the very address that was checked, and is used for only a minute: then the
/// name is resolved and checked again.
final class PushLines: Sendable {
  /// The most open connections: people choose the endpoints.
  static let most = 64

  private let policy: WebhookPolicy
  private let resolver: HostResolver
  private let read: TimeInterval
  private let age: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let lines = Mutex<[String: Line]>([:])

  /// - Parameters:
  ///   - read: seconds without a byte of the answer after which the request fails.
  ///   - age: the seconds after which a connection is not used again.
  init(
    policy: WebhookPolicy, resolver: HostResolver, read: TimeInterval,
    age: Duration = .seconds(60), now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.policy = policy
    self.resolver = resolver
    self.read = read
    self.age = age
    self.now = now
  }

  /// - Throws: ``WebhookRefusal``, ``CourierFailure``.
  func line(to address: WebhookAddress) async throws -> Line {
    let name = "\(address.url.prefix { $0 != ":" })://\(address.host):\(address.port)"
    let now = now()
    if let known = lines.withLock({ $0[name] }), now < known.until { return known }
    let place = try await resolver.place(of: address, policy: policy, for: "webpush")
    let new = Line(to: address.host, at: place, until: now + age, read: read)
    return lines.withLock { lines in
      // Another message may have been faster.
      if let other = lines[name], now < other.until { return other }
      lines = lines.filter { now < $0.value.until }
      if lines.count >= Self.most, let oldest = lines.min(by: { $0.value.until < $1.value.until }) {
        lines[oldest.key] = nil
      }
      lines[name] = new
      return new
    }
  }

  /// Closed when its last holder releases it.
  final class Line: Sendable {
    let client: HTTPClient
    fileprivate let until: ContinuousClock.Instant

    fileprivate init(
      to host: String, at place: IPAddress, until: ContinuousClock.Instant, read: TimeInterval
    ) {
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .disallow,
        timeout: .init(connect: .seconds(5), read: .milliseconds(Int64(clamping: read * 1_000))))
      configuration.dnsOverride = [host: "\(place)"]
      configuration.decompression = .disabled
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      self.until = until
    }

    deinit {
      // The task holds the client until it is closed; requests under way hold the connection.
      Task { [client] in try? await client.shutdown() }
    }
  }
}
