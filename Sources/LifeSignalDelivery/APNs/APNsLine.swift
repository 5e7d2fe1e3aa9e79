import AsyncHTTPClient
import Foundation
import LifeSignalModel
import NIOCore
import NIOSSL
import Synchronization

/// The open connection to Apple's push service: one connection carries all messages side by side,
/// and Apple asks clients to keep it.
///
/// A connection that returns nothing is worse than none, as all later messages would wait on it
/// too: a request that times out gives it up for all of them.
final class APNsLine: Sendable {
  /// Closed when its last holder releases it.
  final class Client: Sendable {
    let http: HTTPClient

    fileprivate init(_ http: HTTPClient) { self.http = http }

    deinit {
      // The task holds the client until it is closed; requests under way hold the connection.
      Task { [http] in try? await http.shutdown() }
    }
  }

  private let configuration: HTTPClient.Configuration
  private let client = Mutex<Client?>(nil)

  /// - Parameters:
  ///   - authorities: a PEM file of certificates to trust instead of the system's.
  ///   - read: seconds without a byte of the answer after which the request fails.
  /// - Throws: if that file contains no certificate.
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

  /// Sends a request over the present connection, and keeps that one open until the answer is read
  /// to its end, even if another request gives the connection up meanwhile: an answer under way is
  /// not lost with it.
  func ask<Answer>(_ body: (Client) async throws -> Answer) async rethrows -> Answer {
    let client = current
    // Without this the value could be released after its last use, which is before its answer.
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

  /// The next message gets a new connection, unless another request has already replaced it.
  func giveUp(_ failed: Client) {
    client.withLock { if $0 === failed { $0 = nil } }
  }
}
