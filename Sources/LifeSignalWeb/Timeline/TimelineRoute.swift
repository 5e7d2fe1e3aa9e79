import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import LifeSignalPages
import NIOCore

/// `GET /timeline.json` and `GET /timeline/print`: the person's own timeline to keep, as a document
/// with every hash and as a page for paper.
struct TimelineRoute: Sendable {
  let engine: Engine
  let visits: Visits
  let assets: StaticAssets
  let translations: Translations

  func add(to router: Router<WebContext>) {
    router.get("/timeline.json") { request, context -> Response in
      guard let export = try await export(for: request, context) else {
        return Response.redirect(to: "/")
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/json; charset=utf-8",
          .contentDisposition: "attachment; filename=\"lifesignal-timeline.json\"",
          .cacheControl: "no-store",
        ],
        body: .init(byteBuffer: ByteBuffer(bytes: try export.document())))
    }
    router.get("/timeline/print") { request, context -> Response in
      guard let export = try await export(for: request, context) else {
        return Response.redirect(to: "/")
      }
      let language = try await engine.user(export.person).language ?? request.language
      let page = TimelinePrintPage(
        export: export,
        zone: request.query("zone").flatMap { Zone($0) } ?? .utc,
        language: language, asset: assets.path)
      let document = InLanguage(translations[language]) { page }
      return Response(
        status: .ok,
        headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(bytes: document.render(reservingCapacity: 65_536))))
    }
  }

  /// Nil for a visitor.
  private func export(
    for request: Request, _ context: WebContext
  ) async throws -> TimelineExport? {
    guard let session = try await visits.session(of: request, context),
      let person = session.identity.person
    else { return nil }
    do {
      return try await engine.exportTimeline(for: person)
    } catch Refusal.tooManyRequests(let seconds) {
      throw RequestLimits.refusal(seconds)
    }
  }
}
