import Foundation
import Hummingbird
import HummingbirdCore
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalWeb
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Configuration → build → run. The only place where all rooms meet.
public struct Server: Sendable {
  private let settings: Settings

  public init(settings: Settings) {
    self.settings = settings
  }

  /// Runs until SIGTERM or SIGINT, then finishes streams and leases within a second.
  ///
  /// - Throws: ``SettingsError`` when the settings name something that cannot be used.
  public func run() async throws {
    let logger = Log.logger(level: settings.logLevel)
    let demo = settings.isDemo ? DemoClock() : nil
    let clock: any ServerClock = demo ?? SystemClock()
    let server = try HTTPServerBuilder.lifeSignal(settings)
    let ledger = try SQLiteLedger.open(settings.database, clock: clock)
    let engine = Engine(
      ledger: ledger, couriers: couriers, clock: clock, configuration: try configuration(),
      logger: logger)
    if let demo {
      logger.warning("DEMO MODE: the clock can be moved and sign-in codes are printed")
      try await demo.continueAfter(ledger)
      try await DemoWorld(engine: engine).settle()
    } else {
      logger.warning(
        "NO DELIVERY CHANNEL: messages are counted on the console, and nobody gets a code")
    }
    let loops = engine.services()
    let web = try WebRoom(
      engine: engine,
      settings: WebRoom.Settings(
        isReachedOverTLS: settings.isReachedOverTLS, isBehindProxy: settings.isBehindProxy),
      readiness: { loops.readiness(at: clock.now) },
      demo: demo.map { clock in
        DemoRoutes { step in
          clock.advance(by: step)
          return clock.now
        }
      }, logger: logger)
    let http = WebServer(
      responder: web.router().buildResponder(), builder: server, settings: settings,
      logger: logger)
    // Stopped in reverse: first the open pages, last the memory.
    let services: [any Service] =
      [LedgerService(ledger: ledger)] + loops.all + [http, web.live]
    var group = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .milliseconds(900)
    try await ServiceGroup(configuration: group).run()
  }

  private var couriers: [ChannelKind: any Courier] {
    [.sms: ConsoleCourier(showing: settings.isDemo ? .everything : .withoutText)]
  }

  private func configuration() throws -> EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.translations = try Translations.bundled()
    // A demo clock that is moved looks like an outage, and a courtesy window after it would put
    // off the very alarm one wants to see.
    if settings.isDemo { configuration.courtesyWindow = 0 }
    return configuration
  }
}
