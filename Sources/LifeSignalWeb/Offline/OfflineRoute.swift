import ComposableHTML
import HTTPTypes
import Hummingbird
import LifeSignalModel
import LifeSignalPages
import NIOCore

/// `GET /offline`: the page that a browser's service worker keeps for times when this server cannot
/// be reached.
///
/// The same bytes for every reader of the language: no session is looked up or made for it. The
/// page names the language in `lang`, as a person's own may differ from their browser's.
struct OfflineRoute: Sendable {
  let assets: StaticAssets
  let translations: Translations

  func add(to router: Router<WebContext>) {
    router.get("/offline") { request, _ in
      let named = request.query("lang").flatMap { Language(tag: $0) }
      let language = named ?? request.language
      let document = AppDocument(
        title: "LifeSignal", language: language, asset: assets.path, script: "offline.js"
      ) { OfflinePage() }
      let page = InLanguage(translations[language]) { document }
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
          .vary: "Accept-Language",
        ],
        body: .init(byteBuffer: ByteBuffer(bytes: page.render(reservingCapacity: 8_192))))
    }
  }
}
