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
        case .member(let person, let id) = session.identity
      else { return Response.redirect(to: "/") }
      let document: Data
      do {
        document = try await engine.export(of: person, in: id).document()
      } catch Refusal.proofNeeded {
        // Left open for too long: the sheet requires re-authentication again.
        return Response.redirect(to: "/profile/export")
      } catch Refusal.tooManyRequests(let seconds) {
        throw RequestLimits.refusal(seconds)
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
