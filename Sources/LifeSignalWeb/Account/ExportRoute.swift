import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// `GET /export`: everything that is stored about the person, as a file to keep.
struct ExportRoute: Sendable {
  let engine: Engine
  let visits: Visits

  func add(to router: Router<WebContext>) {
    router.get("/export") { request, context -> Response in
      guard let session = try await visits.session(of: request, context),
        let person = session.identity.person
      else { return Response.redirect(to: "/") }
      let document: Data
      do {
        document = try await engine.export(of: person).document()
      } catch Refusal.tooManyRequests(_) {
        throw HTTPError(.tooManyRequests)
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "application/json; charset=utf-8",
          .contentDisposition: "attachment; filename=\"lifesignal-export.json\"",
          .cacheControl: "no-store",
        ],
        body: .init(byteBuffer: ByteBuffer(bytes: document)))
    }
  }
}
