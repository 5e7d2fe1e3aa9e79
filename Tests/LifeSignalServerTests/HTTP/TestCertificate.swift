import Foundation
import LifeSignalTestSupport

@testable import LifeSignalServer

/// Self-signed certificates in a folder of their own, made by OpenSSL's command.
struct TestCertificate {
  let tls: Settings.TLS

  init() throws {
    let folder = try TemporaryFolder.make()
    tls = Settings.TLS(
      certificate: folder.appending(path: "certificate.pem").path,
      privateKey: folder.appending(path: "key.pem").path)
  }

  /// Puts one in place of the one that was there, key first, as programs that renew do.
  func renew(named name: String, days: Int = 30) throws {
    let (certificate, key) = (tls.certificate + ".new", tls.privateKey + ".new")
    _ = try Self.openssl([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "\(days)", "-subj", "/CN=\(name)", "-keyout", key, "-out", certificate,
    ])
    for (new, old) in [(key, tls.privateKey), (certificate, tls.certificate)] {
      guard rename(new, old) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }

  /// The name in the certificate that a new connection is shown.
  /// - Parameter version: OpenSSL's option for the one version to speak, with ciphers of its time; nil for
  ///   whatever both sides like best.
  static func shown(atPort port: Int, speaking version: String? = nil) throws -> String? {
    let old = version.map { [$0, "-cipher", "ALL:@SECLEVEL=0"] } ?? []
    let answer = try openssl(["s_client", "-connect", "127.0.0.1:\(port)"] + old)
    return answer.firstMatch(of: /subject=\s*CN ?= ?([a-z]+)/).map { String($0.1) }
  }

  /// With nothing on standard input.
  private static func openssl(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let answer = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }
}
