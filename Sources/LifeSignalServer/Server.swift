import Foundation
import Hummingbird
import HummingbirdCore
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalWeb
import LifeSignalWords
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Configuration → build → run. The only place where all rooms meet.
public struct Server: Sendable {
  let settings: Settings

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
    let certificate = try settings.tls.map { try LiveCertificate($0) }
    let connections = try ConnectionLimits(
      files: ConnectionLimits.openFiles, cores: ProcessInfo.processInfo.activeProcessorCount,
      settings: settings)
    let gate = ConnectionGate(connections)
    let server = HTTPServerBuilder.lifeSignal(certificate, gate: gate)
    let supervisor = Supervisor(ProcessInfo.processInfo.environment)
    let ledger = try SQLiteLedger.open(
      settings.database, clock: clock,
      as: .init(
        keepsReserve: !settings.isDemo, diskFailed: { FailedDisk.end($0, logger) },
        filesLost: { FailedDisk.endAsLost($0, logger) },
        mustReopen: { FailedDisk.endToReopen($0, logger) }))
    if let warning = ledger.logWarning { logger.error("\(warning)") }
    if let warning = SQLiteVersion.linked.warning { logger.warning("\(warning)") }
    let vapid = VAPID(secret: try await ledger.key(.push, logger))
    let couriers = try await couriers(ledger, clock, vapid, logger)
    let engine = Engine(
      ledger: ledger, couriers: couriers, clock: clock,
      configuration: try configuration(
        carrying: couriers, checkInCodeKey: try await ledger.key(.checkInCodes, logger)),
      ids: try await .following(ledger), logger: logger)
    if let demo {
      logger.warning("DEMO MODE: the clock can be moved and sign-in codes are printed")
      try await demo.continueAfter(ledger)
      try await DemoWorld(engine: engine).settle()
    } else if settings.carrier == nil, settings.mail == nil {
      logger.warning(
        "NO DELIVERY CHANNEL: messages are counted on the console, and no one gets a code")
    } else if settings.origin == nil {
      logger.warning(
        "http.origin is not set: texts and calls get no delivery reports and no replies")
    }
    // The lock of the database proves that no other process sends from it.
    await engine.endFormerLeases()
    let loops = engine.services()
    let shortage = FileShortage()
    let health: @Sendable () -> HealthReport = { shortage.added(to: loops.health()) }
    let web = try WebRoom(
      engine: engine,
      settings: WebRoom.Settings(
        isReachedOverTLS: settings.isReachedOverTLS, isBehindProxy: settings.isBehindProxy,
        metricsToken: settings.watch.metricsToken, pushKey: vapid.publicKey.base64URL,
        carrier: settings.carrierOfTheWeb, mostPerAddress: connections.requestsPerAddress),
      readiness: health,
      demo: demo.map { clock in
        DemoRoutes { step in
          clock.advance(by: step)
          return clock.now
        }
      }, figures: Self.figures(certificate, gate), logger: logger)
    let http = WebServer(
      responder: web.router().buildResponder(), builder: server, settings: settings,
      logger: logger, shortage: shortage, firstAccount: await firstAccount(on: engine, logger),
      isListening: { supervisor?.tell(.ready) })
    // Stopped in reverse: first the open pages, last the memory.
    var services: [any Service] =
      [LedgerService(ledger: ledger)] + loops.all + (try heartbeat(of: health, logger))
    if let supervisor {
      services.append(
        Watchdog(
          supervisor: supervisor, isLive: { loops.health().isLive }, logger: logger))
    }
    if supervisor != nil || certificate != nil {
      services.append(CertificateReload(certificate: certificate, logger: logger))
    }
    services += [http, web.live]
    var group = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .milliseconds(900)
    try await ServiceGroup(configuration: group).run()
  }

  /// The token of the link for the first account. No failure here may keep the server from starting.
  private func firstAccount(on engine: Engine, _ logger: Logger) async -> String? {
    guard settings.registration != .open else { return nil }
    do {
      return try await engine.offerFirstAccount()?.token
    } catch {
      logger.error("the link for the first account could not be made")
      return nil
    }
  }

  private func couriers(
    _ ledger: SQLiteLedger, _ clock: any ServerClock, _ vapid: VAPID, _ logger: Logger
  ) async throws -> [ChannelKind: any Courier] {
    let secret = try await ledger.key(.webhooks, logger)
    var couriers: [ChannelKind: any Courier] = [
      .sms: ConsoleCourier(showing: settings.isDemo ? .everything : .withoutText),
      .webhook: WebhookCourier(
        policy: WebhookPolicy(allowsPrivateNetworks: settings.allowsPrivateWebhooks),
        signature: WebhookSignature(secret: secret), now: { clock.now }),
      // The machine's own clock: push services compare it with theirs.
      .webPush: WebPushCourier(
        policy: WebhookPolicy(allowsPrivateNetworks: settings.push.allowsPrivateServices),
        vapid: vapid, contact: settings.push.contact, now: { SystemClock().now }),
    ]
    for (kind, courier) in try carried(ledger, clock, logger) { couriers[kind] = courier }
    couriers[.email] = try await mailed(ledger, logger)
    // A console shows no one a text: beside a mail server it would only claim to have sent them.
    if settings.carrier == nil, settings.mail != nil, !settings.isDemo {
      couriers[.sms] = NoCarrier(of: "sms")
    }
    couriers[.apns] = try pushedToPhones(logger)
    for (kind, courier) in try posted(ledger, clock) { couriers[kind] = courier }
    return couriers
  }

  /// Reports to an outside watcher that the server is well, if the operator has named one.
  private func heartbeat(
    of health: @escaping @Sendable () -> HealthReport, _ logger: Logger
  ) throws -> [any Service] {
    func beat(_ url: String?, _ isWell: @escaping @Sendable () -> Bool) throws -> [any Service] {
      guard let url else { return [] }
      // The machine's own clock: a demo's that is moved must not send a hundred together.
      return [
        OutsideHeartbeat(
          every: TimeInterval(settings.watch.heartbeatInterval), clock: SystemClock(),
          logger: logger, isWell: isWell, send: try OutsideHeartbeat.get(url))
      ]
    }
    // With one URL alone it says both: that carriers fail must not go unheard.
    let saysBoth = settings.watch.carrierURL == nil
    return try beat(settings.watch.heartbeatURL) {
      let report = health()
      return saysBoth ? report.isReady : report.causes(of: .promise).isEmpty
    } + beat(settings.watch.carrierURL) { health().causes(of: .carrier).isEmpty }
  }

  private func configuration(
    carrying couriers: [ChannelKind: any Courier], checkInCodeKey: Data
  ) throws -> EngineConfiguration {
    var configuration = EngineConfiguration(checkInCodeKey: checkInCodeKey)
    configuration.registration = settings.registration
    configuration.signInMeans = settings.signInMeans
    configuration.relyingParty = settings.origin.flatMap { RelyingParty(origin: $0) }
    configuration.translations = try Translations.bundled()
    if settings.carrier?.voiceNumber != nil { configuration.signUpChannels = [.sms, .voice] }
    configuration.ableChannels = Set(couriers.filter { !($0.value is NoCarrier) }.keys)
    // Browsers and phones come by themselves.
    configuration.offeredChannels = [
      .sms, .voice, .email, .ntfy, .matrix, .telegram, .webhook,
    ]
    .filter(configuration.ableChannels.contains)
    // A demo clock that is moved looks like an outage, and a courtesy window after it would
    // postpone the very alert that the demo should show.
    if settings.isDemo { configuration.courtesyWindow = 0 }
    return configuration
  }
}
