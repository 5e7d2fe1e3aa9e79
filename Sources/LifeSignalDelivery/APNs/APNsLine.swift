import AsyncHTTPClient
import Foundation
import LifeSignalModel
import NIOCore
import NIOSSL
import Synchronization

/// The open line to Apple's push service: one connection takes all messages side by side, and Apple asks
/// for it to be kept.
///
/// A connection on which nothing comes back is worse than none, as everything that follows would wait on
/// it too: whoever has waited in vain gives it up for all.
final class APNsLine: Sendable {
  /// Closed when nobody holds it any more.
  final class Client: Sendable {
    let http: HTTPClient

    fileprivate init(_ http: HTTPClient) { self.http = http }

    deinit {
      // The task holds the client until it is closed; what is under way holds the line.
      Task { [http] in try? await http.shutdown() }
    }
  }

  private let configuration: HTTPClient.Configuration
  private let client = Mutex<Client?>(nil)

  /// - Parameters:
  ///   - authorities: a PEM file of certificates to believe instead of the system's.
  ///   - read: seconds without a byte of the answer after which nobody waits any longer.
  /// - Throws: when that file holds no certificate.
  init(authorities: String?, read: TimeInterval) throws {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .milliseconds(Int64(clamping: read * 1_000))))
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let authorities {
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorities))
    }
    configuration.tlsConfiguration = tls
    // HTTP/2 wherever there is TLS.
    configuration.httpVersion = .automatic
    configuration.decompression = .disabled
    configuration.connectionPool.idleTimeout = .minutes(30)
    self.configuration = configuration
  }

  /// Asks over the line there is now, and keeps that one open until the answer is read to its end, also
  /// when somebody else gives it up meanwhile: an answer under way is not lost with it.
  func ask<Answer>(_ body: (Client) async throws -> Answer) async rethrows -> Answer {
    let client = current
    // Without this the last use of a value is its end, and that is before its answer.
    defer { withExtendedLifetime(client) {} }
    return try await body(client)
  }

  private var current: Client {
    client.withLock { client in
      if let client { return client }
      let new = Client(
        HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration))
      client = new
      return new
    }
  }

  /// The next message gets a new connection, unless somebody else has seen to that.
  func giveUp(_ failed: Client) {
    client.withLock { if $0 === failed { $0 = nil } }
  }
}
