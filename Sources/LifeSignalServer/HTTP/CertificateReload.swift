import Foundation
import LifeSignalEngine
import Logging
import ServiceLifecycle
import UnixSignals

/// Checks for a new certificate once a minute, and immediately on SIGHUP.
///
/// Without a certificate of ours the signal is caught and ignored: by default it would end the
/// process, and a supervisor sends it to make a service read its files again.
struct CertificateReload: Service {
  /// Nil if another program ends TLS.
  let certificate: LiveCertificate?
  let logger: Logger
  /// The machine's: a demo's clock that is moved must not make it check a hundred times.
  var clock: any ServerClock = SystemClock()

  func run() async throws {
    if let objection = certificate?.objection(at: clock.now) {
      logger.error("the certificate cannot be believed", metadata: ["reason": "\(objection)"])
    }
    let signals = await UnixSignalsSequence(trapping: .sighup)
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in signals { look(always: true) } }
        group.addTask {
          while !Task.isCancelled {
            try? await clock.sleep(until: clock.now + 60)
            if !Task.isCancelled { look(always: false) }
          }
        }
      }
    }
  }

  /// Checks once. Logs the result, unless nothing changed.
  func look(always: Bool) {
    guard let certificate else { return }
    switch certificate.reload(always: always, now: clock.now) {
    case .unchanged: break
    case .replaced(let end):
      logger.notice(
        "new connections are shown a new certificate",
        metadata: ["until": "\(end.ISO8601Format())"])
    case .kept(let reason):
      logger.error(
        "the new certificate cannot be used: the old one is shown on",
        metadata: ["reason": "\(reason)", "until": "\(certificate.end.ISO8601Format())"])
    }
  }
}

extension CertificateReload: CustomStringConvertible {
  var description: String { "CertificateReload" }
}
