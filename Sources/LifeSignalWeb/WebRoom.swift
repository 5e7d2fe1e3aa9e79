import Foundation
public import Hummingbird
public import LifeSignalEngine
import LifeSignalModel
import LifeSignalWords
public import Logging

/// The web app: its routes behind their guards, and the services that run beside them.
public struct WebRoom: Sendable {
  public struct Settings: Equatable, Sendable {
    /// Whether browsers reach us over TLS: decides the cookie's name and HSTS.
    public var isReachedOverTLS: Bool
    /// Whether the last entry of `X-Forwarded-For` is our own proxy's word.
    public var isBehindProxy: Bool
    /// Opens `/metrics` to callers with this token; without one it is for this machine alone.
    public var metricsToken: String?
    /// The key with which browsers subscribe to push messages, in base64url; nil if push is not
    /// offered.
    public var pushKey: String?
    /// Opens the routes for a carrier; nil when none can reach us.
    public var carrier: Carrier?
    /// The most requests of one address that are answered at the same time, and separately the most open
    /// streams of one address.
    public var mostPerAddress: Int

    /// How a carrier is known.
    public struct Carrier: Equatable, Sendable {
      /// Scheme and host under which it reaches us, without a slash at its end.
      public var origin: String
      /// The key of the signature. A secret: never logged.
      public var secret: String

      public init(origin: String, secret: String) {
        self.origin = origin
        self.secret = secret
      }
    }

    public init(
      isReachedOverTLS: Bool, isBehindProxy: Bool = false, metricsToken: String? = nil,
      pushKey: String? = nil, carrier: Carrier? = nil, mostPerAddress: Int = 1_000
    ) {
      self.mostPerAddress = mostPerAddress
      self.pushKey = pushKey
      self.carrier = carrier
      self.metricsToken = metricsToken
      self.isReachedOverTLS = isReachedOverTLS
      self.isBehindProxy = isBehindProxy
    }
  }

  private let engine: Engine
  private let settings: Settings
  private let assets: StaticAssets
  private let translations: Translations
  private let health: HealthRoutes
  private let metrics: MetricsRoute
  private let demo: DemoRoutes?
  private let description: OpenAPIRoute
  private let tracers: [any RequestTracer]
  let pictures: Lanes<Person.ID>
  package let visits: Visits
  let api: APIRoutes
  package let pages: LivePages

  /// - Parameters:
  ///   - demo: adds its route only when given.
  ///   - tracers: get every answered request.
  ///   - figures: added to those of `/metrics`.
  ///   - logger: gets actions that keep a page waiting.
  ///   - now: measures durations and refills rate limits.
  /// - Throws: if the module's assets are missing, or a type of the API cannot be described.
  public init(
    engine: Engine, settings: Settings, readiness: @escaping @Sendable () async -> HealthReport,
    demo: DemoRoutes? = nil, tracers: [any RequestTracer] = [],
    figures: @escaping @Sendable () -> [OperatorFigure] = { [] },
    logger: Logger = Logger(label: "lifesignal.web"),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) throws {
    self.engine = engine
    self.settings = settings
    self.demo = demo
    self.tracers = tracers
    assets = try StaticAssets.bundled()
    translations = try Translations.bundled()
    health = HealthRoutes(health: readiness)
    let sessions = BrowserSessions(engine: engine)
    let pages = LivePages(
      engine: engine, sessions: sessions, translations: translations, logger: logger)
    self.pages = pages
    metrics = MetricsRoute(
      engine: engine, health: readiness, figures: { pages.figures + figures() },
      token: settings.metricsToken)
    visits = Visits(
      sessions: sessions,
      cookie: SessionCookie(overTLS: settings.isReachedOverTLS),
      limits: RequestLimits(now: now), streams: OpenStreams(perAddress: settings.mostPerAddress),
      isBehindProxy: settings.isBehindProxy)
    description = try OpenAPIRoute()
    let pictures = Lanes<Person.ID>(perKey: 1, most: 8)
    self.pictures = pictures
    api = APIRoutes(engine: engine, visits: visits, pictures: pictures, now: now)
  }

  /// All routes. No route can be reached without passing the guards, which are added first.
  public func router() -> Router<WebContext> {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestTracing(tracers: tracers))
    router.add(middleware: SecurityHeaders(overTLS: settings.isReachedOverTLS))
    router.add(middleware: RequestLog())
    router.add(middleware: CompressedAnswers())
    router.add(
      middleware: ErrorPages(stylesheet: assets.path("app.css"), translations: translations))
    router.add(
      middleware: RequestsAtOnce(
        most: settings.mostPerAddress, isBehindProxy: settings.isBehindProxy))
    router.add(middleware: OneHost())
    router.add(middleware: SameOriginCheck(overTLS: settings.isReachedOverTLS))
    assets.add(to: router)
    health.add(to: router)
    metrics.add(to: router)
    PageRoute(
      visits: visits, pages: pages, assets: assets, translations: translations, clock: engine.clock,
      offersPasskeys: engine.offersPasskeys, registration: engine.configuration.registration,
      signInMeans: engine.configuration.signInMeans
    ).add(to: router)
    LiveRoute(visits: visits, pages: pages).add(to: router)
    EventRoute(visits: visits, pages: pages, clock: engine.clock).add(to: router)
    CheckInRoute(engine: engine, visits: visits).add(to: router)
    AlertRoute(engine: engine, visits: visits).add(to: router)
    OfflineRoute(assets: assets, translations: translations).add(to: router)
    ReadCodeRoute(visits: visits).add(to: router)
    PictureRoute(engine: engine, visits: visits, pages: pages, lanes: pictures).add(to: router)
    ExportRoute(engine: engine, visits: visits).add(to: router)
    TimelineRoute(engine: engine, visits: visits, assets: assets, translations: translations)
      .add(to: router)
    PushRoutes(engine: engine, visits: visits, key: settings.pushKey).add(to: router)
    ReceiptRoute(engine: engine, visits: visits).add(to: router)
    OpenRoute(engine: engine, visits: visits).add(to: router)
    ThingRoute(engine: engine, visits: visits, assets: assets, translations: translations)
      .add(to: router)
    CodeRoute(engine: engine, visits: visits, assets: assets, translations: translations)
      .add(to: router)
    SignOutRoute(visits: visits, pages: pages).add(to: router)
    if let carrier = settings.carrier {
      CallbackRoutes(
        engine: engine, translations: translations,
        signature: CarrierSignature(origin: carrier.origin, secret: carrier.secret)
      ).add(to: router)
    }
    api.add(to: router)
    description.add(to: router)
    demo?.add(to: router)
    return router
  }

  /// For the process's service group, after the HTTP server.
  public var live: LiveService { LiveService(pages: pages) }
}
