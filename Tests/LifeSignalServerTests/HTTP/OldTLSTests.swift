import HummingbirdCore
import HummingbirdHTTP2
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import NIOSSL
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `Old versions of TLS` {
  private func live() throws -> LiveCertificate {
    let files = try TestCertificate()
    try files.renew(named: "one")
    return try LiveCertificate(files.tls)
  }

  /// What a client that speaks this version alone is shown.
  private func shown(_ version: String, by builder: HTTPServerBuilder) async throws -> String? {
    let listener = try await TestListener(builder)
    let port = listener.port
    let name = try await blocking { try TestCertificate.shown(atPort: port, speaking: version) }
    await listener.end()
    return name
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `1.2 and 1.3 are spoken`(version: String) async throws {
    #expect(try await shown(version, by: .lifeSignal(live(), gate: .open())) == "one")
  }

  @Test(arguments: ["-tls1", "-tls1_1"])
  func `1.0 and 1.1 are not`(version: String) async throws {
    let live = try live()
    #expect(try await shown(version, by: .lifeSignal(live, gate: .open())) == nil)
    // The same client would be let in by a server that is less strict.
    var lax = live.configuration
    lax.minimumTLSVersion = .tlsv1
    #expect(try await shown(version, by: .http2Upgrade(tlsConfiguration: lax)) == "one")
  }
}
