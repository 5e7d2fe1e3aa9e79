import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import NIOCore
import NIOSSL

extension HTTPServerBuilder {
  /// HTTP/2 and HTTP/1.1 over TLS where a certificate is set, else HTTP/1.1.
  ///
  /// The idle time-out lies above the heartbeat of open streams, so only dead peers run into it.
  /// - Throws: ``SettingsError`` when certificate or key cannot be used.
  static func lifeSignal(_ settings: Settings) throws -> HTTPServerBuilder {
    let idleTimeout = TimeAmount.seconds(60)
    guard let tls = settings.tls else {
      return .http1(configuration: .init(idleTimeout: idleTimeout))
    }
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(tls.certificate)
    } catch {
      throw SettingsError("tls.certificate: \(tls.certificate) is not a PEM certificate chain.")
    }
    guard let key = try? NIOSSLPrivateKey(file: tls.privateKey, format: .pem) else {
      throw SettingsError("tls.privateKey: \(tls.privateKey) is not an unencrypted PEM key.")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    do {
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw SettingsError(
        "tls.privateKey: \(tls.privateKey) does not belong to \(tls.certificate).")
    }
    return try .http2Upgrade(
      tlsConfiguration: configuration,
      configuration: .init(
        idleTimeout: .seconds(60),
        streamConfiguration: .init(idleTimeout: idleTimeout)))
  }
}
