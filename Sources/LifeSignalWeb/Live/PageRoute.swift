import Composable
import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import NIOCore

/// `GET /` and every place of the app: the app as a document, complete before the first script
/// runs.
///
/// `/` is the place where the person was last; any other address leads there first. A person who
/// has to sign in first is led there afterwards.
struct PageRoute: Sendable {
  let visits: Visits
  let pages: LivePages
  let assets: StaticAssets
  let translations: Translations
  let clock: any ServerClock
  var offersPasskeys = false
  var registration = Registration.open
  var signInMeans: [SignInMeans] = [.phone]

  func add(to router: Router<WebContext>) {
    router.get("/") { request, context in try await answer(request, context, place: nil) }
    // The first page of earlier releases, in bookmarks and histories.
    for former in ["/home", "/home/**"] {
      router.get(RouterPath(former)) { request, _ in
        let place = URL(string: request.uri.path).flatMap(DeepLink.init)
        return Response.redirect(to: place.flatMap { $0.isAbove ? $0.path : nil } ?? "/")
      }
    }
    for root in DeepLink.roots {
      for path in ["/\(root)", "/\(root)/**"] {
        router.get(RouterPath(path)) { request, context in
          try await answer(request, context, place: URL(string: request.uri.path))
        }
      }
    }
  }

  private func answer(
    _ request: Request, _ context: WebContext, place: URL?
  ) async throws -> Response {
    if let session = try await visits.session(of: request, context) {
      var response = try await document(for: session, at: place)
      // Each visit keeps a signed-in browser for another while; visitors' cookies are not kept.
      visits.sessions.noteUse(of: session)
      if session.identity.person != nil, let token = visits.cookie.token(in: request) {
        response.setCookie(visits.cookie.setting(token, lasting: true))
      }
      return response
    }
    let (session, token) = visits.sessions.makeVisitor()
    if let place { session.arrive(at: place) }
    var response = welcome(to: place, in: request.language, of: request.region)
    response.setCookie(visits.cookie.setting(token, lasting: false))
    return response
  }

  private func document(for session: BrowserSession, at place: URL?) async throws -> Response {
    let page = try await pages.page(of: session)
    if let place { page.store.send(.handleDeepLink(place)) }
    // The frame first: if the state moves on before it is written below, the page is newer than
    // its number says, and the stream brings it up to date.
    let frame = page.currentFrame().id
    return document(page.store.state, frame: "\(frame)")
  }

  /// For a new browser. It gets a store when its script connects, so that robots and scanners cost
  /// nothing.
  private func welcome(
    to place: URL?, in language: Language, of region: Region?
  ) -> Response {
    var state = AppFeature.State()
    state.language = language
    state.auth.suggest(region)
    state.auth.offeredMeans = signInMeans
    state.isInitializing = false
    state.pendingDeepLink = place.flatMap(DeepLink.init)
    state.auth.join = state.pendingDeepLink?.invitation.map { JoinFeature.State(token: $0) }
    return document(state, frame: "0.0")
  }

  private func document(_ state: AppFeature.State, frame: String) -> Response {
    let now = clock.now
    let key = UUID().uuidString
    let document = AppDocument(
      title: "LifeSignal", language: state.language, asset: assets.path,
      live: .init(
        stream: "/live", events: "/event", frame: frame, clock: Int(clamping: now.milliseconds)),
      // Every page of a member has one: its own, or the plain one below.
      offersCheckIn: state.mainTab != nil
    ) {
      AppPage(
        state: state, now: now, checkInKey: key, offersPasskeys: offersPasskeys,
        registration: registration)
      if state.needsPlainCheckIn {
        noscript { PlainCheckInForm(key: key) }
      }
    }
    let page = InLanguage(translations[state.language]) { document }
    return Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8", .vary: "Accept-Language"],
      body: .init(byteBuffer: ByteBuffer(bytes: page.render(reservingCapacity: 16_384))))
  }
}

extension AppFeature.State {
  /// Whether a member's page has no check-in of its own on it.
  fileprivate var needsPlainCheckIn: Bool {
    guard let mainTab else { return false }
    return mainTab.selectedTab != .checkIn || mainTab.isNotificationsPresented
  }
}
