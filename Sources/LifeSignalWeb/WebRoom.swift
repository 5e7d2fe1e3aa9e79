public import Hummingbird
public import LifeSignalEngine
import LifeSignalModel
public import Logging

/// The web app: its routes behind their guards, and what has to run beside them.
public struct WebRoom: Sendable {
  public struct Settings: Equatable, Sendable {
    /// Whether browsers reach us over TLS: decides the cookie's name and HSTS.
    public var isReachedOverTLS: Bool
    /// Whether the last entry of `X-Forwarded-For` is our own proxy's word.
    public var isBehindProxy: Bool

    public init(isReachedOverTLS: Bool, isBehindProxy: Bool = false) {
      self.isReachedOverTLS = isReachedOverTLS
      self.isBehindProxy = isBehindProxy
    }
  }

  private let engine: Engine
  private let settings: Settings
  private let assets: StaticAssets
  private let translations: Translations
  private let health: HealthRoutes
  private let demo: DemoRoutes?
  let visits: Visits
  let api: APIRoutes
  let pages: LivePages

  /// - Parameters:
  ///   - demo: adds its route only when given.
  ///   - logger: told of actions that keep a page waiting.
  ///   - now: measures durations and refills rate limits.
  /// - Throws: when the module's assets are missing.
  public init(
    engine: Engine, settings: Settings, readiness: @escaping @Sendable () async -> Readiness,
    demo: DemoRoutes? = nil, logger: Logger = Logger(label: "lifesignal.web"),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) throws {
    self.engine = engine
    self.settings = settings
    self.demo = demo
    assets = try StaticAssets.bundled()
    translations = try Translations.bundled()
    health = HealthRoutes(readiness: readiness)
    let sessions = BrowserSessions(engine: engine)
    pages = LivePages(
      engine: engine, sessions: sessions, translations: translations, logger: logger)
    visits = Visits(
      sessions: sessions,
      cookie: SessionCookie(overTLS: settings.isReachedOverTLS),
      limits: RequestLimits(now: now), isBehindProxy: settings.isBehindProxy)
    api = APIRoutes(engine: engine, visits: visits, now: now)
  }

  /// All routes. No route can be reached without passing the guards, which are added first.
  public func router() -> Router<WebContext> {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(overTLS: settings.isReachedOverTLS))
    router.add(middleware: RequestLog())
    router.add(middleware: CompressedAnswers())
    router.add(
      middleware: ErrorPages(stylesheet: assets.path("app.css"), translations: translations))
    router.add(middleware: SameOriginCheck())
    assets.add(to: router)
    health.add(to: router)
    PageRoute(
      visits: visits, pages: pages, assets: assets, translations: translations, clock: engine.clock
    ).add(to: router)
    LiveRoute(visits: visits, pages: pages).add(to: router)
    EventRoute(visits: visits, pages: pages, clock: engine.clock).add(to: router)
    CheckInRoute(engine: engine, visits: visits).add(to: router)
    AlertRoute(engine: engine, visits: visits).add(to: router)
    OfflineRoute(assets: assets, translations: translations).add(to: router)
    ReadCodeRoute(visits: visits).add(to: router)
    PictureRoute(engine: engine, visits: visits, pages: pages).add(to: router)
    ExportRoute(engine: engine, visits: visits).add(to: router)
    SignOutRoute(visits: visits, pages: pages).add(to: router)
    api.add(to: router)
    demo?.add(to: router)
    return router
  }

  /// For the process's service group, after the HTTP server.
  public var live: LiveService { LiveService(pages: pages) }
}
