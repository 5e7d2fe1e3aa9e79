import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import NIOCore

extension HTTPServerBuilder {
  /// HTTP/2 and HTTP/1.1 over TLS with a certificate, otherwise HTTP/1.1; for connections that the
  /// gate admits, as long as they keep to the deadlines.
  static func lifeSignal(
    _ certificate: LiveCertificate?, gate: ConnectionGate,
    deadlines: ConnectionDeadlines = ConnectionDeadlines()
  ) -> HTTPServerBuilder {
    let exchange = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ExchangeWatch(deadlines)])
    return HTTPServerBuilder { responder in
      guard let certificate else {
        let channel = HTTP1Channel(responder: responder, configuration: exchange)
        return GuardedChannel(base: channel, gate: gate, deadlines: deadlines)
      }
      // The idle time is above the beat of open streams, so only those that are gone run into it.
      let channel = try HTTP2UpgradeChannel(
        tlsConfiguration: certificate.configuration,
        configuration: .init(idleTimeout: .seconds(60), streamConfiguration: exchange),
        responder: responder)
      return GuardedChannel(base: channel, gate: gate, deadlines: deadlines)
    }
  }
}
