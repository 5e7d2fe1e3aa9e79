import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import NIOCore

extension HTTPServerBuilder {
  /// HTTP/2 and HTTP/1.1 over TLS where there is a certificate, else HTTP/1.1.
  ///
  /// The idle time-out lies above the heartbeat of open streams, so only dead peers run into it.
  /// - Throws: `NIOSSLError` when the TLS library refuses the certificate.
  static func lifeSignal(_ certificate: LiveCertificate?) throws -> HTTPServerBuilder {
    let idleTimeout = TimeAmount.seconds(60)
    guard let certificate else {
      return .http1(configuration: .init(idleTimeout: idleTimeout))
    }
    return try .http2Upgrade(
      tlsConfiguration: certificate.configuration,
      configuration: .init(
        idleTimeout: .seconds(60),
        streamConfiguration: .init(idleTimeout: idleTimeout)))
  }
}
