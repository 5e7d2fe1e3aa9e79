package import Composable
package import ComposableHTML
package import Foundation
package import LifeSignalEngine
package import LifeSignalFeatures
package import LifeSignalModel
import LifeSignalPages
package import Logging
import Synchronization

package typealias LivePage = LiveSession<AppFeature.State, AppFeature.Action>

/// The live page of every browser: its store with its own clients, shared by its tabs.
package final class LivePages: Sendable {
  private typealias Registry = LiveSessionRegistry<
    BrowserSession, AppFeature.State, AppFeature.Action, PageSnapshot
  >

  private struct Visitor {
    weak var session: BrowserSession?
  }

  private let engine: Engine
  private let registry: Registry
  private let visitorLimit: Int
  /// Visitors in the order in which their pages were last opened, oldest first.
  private let visitors = Mutex<[Visitor]>([])

  /// - Parameter visitorLimit: how many pages visitors may have open; beyond it the oldest is closed, as
  ///   a visitor costs nothing to be.
  package init(
    engine: Engine, sessions: BrowserSessions, translations: Translations = .none,
    settings: LiveSettings = LiveSettings(), visitorLimit: Int = 2_000,
    logger: Logger
  ) {
    self.engine = engine
    self.visitorLimit = visitorLimit
    let clock = engine.clock
    let hooks = SlowActionLog.hooks(logger: logger)
    let errorLog = ErrorLog { cause, shown in
      logger.notice("a request failed", metadata: ["cause": "\(cause)", "shown": "\(shown.name)"])
    }
    // Prepared once for all pages.
    let blueprint = StoreBlueprintOf<AppFeature> {
      AppFeature()
    } withDependencies: {
      // Also inside a test's process: a page always uses the live values, on the engine it is
      // given.
      $0.context = .live
      $0.deriveSessionClients()
      $0.date = DateGenerator { clock.now }
      $0.storeHooks = hooks
      $0.errorLog = errorLog
    }
    registry = Registry(
      view: Self.view(
        translations, offersPasskeys: engine.offersPasskeys,
        registration: engine.configuration.registration),
      clock: LiveClock(now: { clock.now }, sleep: { try await clock.sleep(until: $0) }),
      settings: settings, snapshot: PageSnapshot.init
    ) { session, snapshot in
      Self.store(
        blueprint, of: session, engine: engine, sessions: sessions, snapshot: snapshot)
    }
  }

  /// The page of a browser, opened if it is not open: then its first content is read before, so
  /// that the document is complete immediately.
  ///
  /// - Parameter place: the requesting tab's place. A page that has to be opened begins there: this
  ///   process may have been started after the tab was. An open one stays where it is, as the tabs
  ///   of a browser share it.
  package func page(of session: BrowserSession, at place: URL? = nil) async throws -> LivePage {
    if let page = registry.find(session) { return page }
    // The root is no place, but wherever one was.
    if let place, place.path() != "/" { session.arrive(at: place) }
    if let person = session.identity.person {
      session.prepare(try await Opening(of: person, from: engine))
    }
    let page = registry.session(session)
    if session.identity == .visitor { closeOldest(after: session) }
    // Opened by another tab in the meantime: the next life of the page must begin with neither.
    _ = session.takePlace()
    _ = session.takeOpening()
    return page
  }

  private func closeOldest(after newest: BrowserSession) {
    let oldest = visitors.withLock { visitors in
      visitors.append(Visitor(session: newest))
      return visitors.count > visitorLimit ? visitors.removeFirst().session : nil
    }
    if let oldest, oldest !== newest, oldest.identity == .visitor { close(oldest) }
  }

  /// Ends the page for good.
  package func close(_ session: BrowserSession) { registry.remove(session) }

  package var openCount: Int { registry.liveCount }

  /// For the operator.
  var figures: [OperatorFigure] {
    let open = registry.residents
    return OperatorFigure.livePages(
      open: open.count, parked: registry.parkedCount,
      streams: open.reduce(0) { $0 + $1.tabCount },
      effects: open.reduce(0) { $0 + $1.registeredStore.effectsInFlight })
  }

  /// Sends beats and puts idle pages away until the task is cancelled.
  func run() async { await registry.run() }

  /// Ends every stream and every effect.
  package func shutdown() async { await registry.shutdown(deadline: .milliseconds(300)) }

  private static func view(
    _ translations: Translations, offersPasskeys: Bool, registration: Registration
  ) -> LiveView<AppFeature.State, AppFeature.Action> {
    LiveView { state, now, send in
      InLanguage(translations[state.language]) {
        AppPage(
          state: state, now: now, checkInKey: checkInKey(state), offersPasskeys: offersPasskeys,
          registration: registration,
          send: send.map { action in
            switch action {
            case .auth(.verifyButtonTapped), .auth(.passkeyAnswered(.answer)),
              .auth(.passkeySuggestionAnswered(.some)):
              SignInRequest.current?.claim()
            default: break
            }
            if case .mainTab(.checkIn(.checkInButtonTapped)) = action {
              SignInRequest.current?.claimCheckIn()
            }
            return action
          })
      }
    }
  }

  /// Names the check-in that comes next. A view must come out the same each time it is written, so
  /// this is no fresh UUID; a live page always shows the newest, and its own events have ids. Stopping
  /// the countdown changes the record, so that the check-in after it is another than the first.
  private static func checkInKey(_ state: AppFeature.State) -> String {
    guard let user = state.user.userData else { return "" }
    return "\(user.id)-\((user.lastCheckedIn ?? user.lastUpdated).milliseconds)"
  }

  /// Shows what was read for the page, then follows the sign-in.
  package static func begin(
    _ store: StoreOf<AppFeature>, with opening: Opening?, on tab: MainTabFeature.Tab? = nil
  ) {
    if let opening {
      store.send(.authStateChanged(opening.user))
      store.send(.contacts(.contactsUpdated(opening.contacts)))
      store.send(.ping(.pingsUpdated(opening.pings)))
      store.send(.notification(.notificationsUpdated(opening.notifications)))
      if let tab { store.send(.tabSelected(tab)) }
    }
    // Follows the sign-in, whose state counts: the person may have signed out since the opening was read.
    store.send(.appDidLaunch)
  }

  private static func store(
    _ blueprint: StoreBlueprintOf<AppFeature>, of session: BrowserSession, engine: Engine,
    sessions: BrowserSessions, snapshot: PageSnapshot?
  ) -> StoreOf<AppFeature> {
    let clients = SessionClients(
      engine: engine, session: session, sessions: sessions, gate: session.gate)
    let opening = session.takeOpening()
    var state = AppFeature.State()
    state.language = session.language
    state.address = session.address
    if opening == nil, let auth = snapshot?.auth { state.auth = auth }
    state.auth.suggest(session.region)
    state.auth.offeredMeans = engine.configuration.signInMeans
    let store = blueprint.makeStore(initialState: state) { $0.sessionClients = clients }
    begin(store, with: opening, on: snapshot?.tab)
    if let place = session.takePlace() { store.send(.handleDeepLink(place)) }
    return store
  }
}
