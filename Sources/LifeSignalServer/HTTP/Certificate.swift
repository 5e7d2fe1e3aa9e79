import Foundation
import NIOSSL

/// A certificate chain and its key, read and found to belong together.
struct Certificate: Sendable {
  let chain: [NIOSSLCertificateSource]
  let key: NIOSSLPrivateKeySource
  /// The validity of the first certificate of the chain. The others are ignored: chains contain old
  /// ones for old devices.
  let validity: DateInterval

  /// Reads both files. Blocks the caller.
  /// - Throws: ``SettingsError`` when they cannot be used.
  init(_ tls: Settings.TLS) throws {
    guard let chain = try? NIOSSLCertificate.fromPEMFile(tls.certificate), let leaf = chain.first
    else {
      throw SettingsError("tls.certificate: \(tls.certificate) is not a PEM certificate chain.")
    }
    guard let key = try? NIOSSLPrivateKey(file: tls.privateKey, format: .pem) else {
      throw SettingsError("tls.privateKey: \(tls.privateKey) is not an unencrypted PEM key.")
    }
    self.chain = chain.map { .certificate($0) }
    self.key = .privateKey(key)
    let (begin, end) = (leaf.notValidBefore, leaf.notValidAfter)
    guard begin <= end else {
      throw SettingsError("tls.certificate: \(tls.certificate) ends before it begins.")
    }
    validity = DateInterval(
      start: Date(timeIntervalSince1970: TimeInterval(begin)),
      end: Date(timeIntervalSince1970: TimeInterval(end)))
    do {
      _ = try NIOSSLContext(configuration: configuration)
    } catch {
      throw SettingsError(
        "tls.privateKey: \(tls.privateKey) does not belong to \(tls.certificate).")
    }
  }

  /// Why clients would reject it at `now`, or nil.
  func objection(at now: Date) -> String? {
    if now < validity.start { return "begins only on \(validity.start.ISO8601Format())" }
    if now >= validity.end { return "ended on \(validity.end.ISO8601Format())" }
    return nil
  }

  /// TLS 1.2 or newer.
  var configuration: TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain, privateKey: key)
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }
}
