import AsyncHTTPClient
import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOCore
import Synchronization

/// Open lines to push services: few services take many messages, and a new TLS connection for each
/// would cost more than everything else.
///
/// A line leads to the very address that was checked, and only for a minute: then the name is resolved
/// and checked again.
final class PushLines: Sendable {
  /// Lines kept at most: people choose the endpoints.
  static let most = 64

  private let policy: WebhookPolicy
  private let resolver: HostResolver
  private let read: TimeInterval
  private let age: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let lines = Mutex<[String: Line]>([:])

  /// - Parameters:
  ///   - read: seconds without a byte of the answer after which nobody waits any longer.
  ///   - age: after which a line is not used again.
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
      // Somebody else may have been as fast.
      if let other = lines[name], now < other.until { return other }
      lines = lines.filter { now < $0.value.until }
      if lines.count >= Self.most, let oldest = lines.min(by: { $0.value.until < $1.value.until }) {
        lines[oldest.key] = nil
      }
      lines[name] = new
      return new
    }
  }

  /// Closed when nobody holds it any more.
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
      // The task holds the client until it is closed; what is under way holds the line.
      Task { [client] in try? await client.shutdown() }
    }
  }
}
