import Composable
import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import NIOCore

/// `POST /picture` passes a chosen picture to the person's page, whose feature stores it and
/// reports errors. `GET /pictures/{id}` returns one to people who may see it.
struct PictureRoute: Sendable {
  let engine: Engine
  let visits: Visits
  let pages: LivePages
  /// One of each person, and eight of all: each is megabytes until it is complete.
  let lanes: Lanes<Person.ID>

  func add(to router: Router<WebContext>) {
    router.post("/picture") { request, context -> Response in
      guard let session = try await visits.session(of: request, context),
        let person = session.identity.person
      else { throw HTTPError(.unauthorized) }
      let bytes = try await received(request, of: person)
      let page = try await pages.page(of: session)
      guard page.store.withState({ $0.mainTab != nil }) else { throw HTTPError(.conflict) }
      page.store.send(.mainTab(.profile(.imageSelected(bytes))))
      page.store.send(.mainTab(.profile(.updateProfilePicture)))
      return Response(status: .noContent)
    }
    handOut(router)
  }

  private func received(_ request: Request, of person: Person.ID) async throws -> Data {
    do {
      return try await lanes.hold(person) {
        Data(try await request.bytes(upTo: BodyLimit.picture).readableBytesView)
      }
    } catch is Lanes<Person.ID>.Full {
      throw RequestLimits.refusal(5)
    }
  }

  private func handOut(_ router: Router<WebContext>) {
    router.get("/pictures/:id") { request, context -> Response in
      guard let session = try await visits.session(of: request, context),
        let person = session.identity.person, let id = context.parameters.get("id"),
        let picture = try await engine.picture(Picture.ID(rawValue: id), for: person)
      else { throw HTTPError(.notFound) }
      return Response(
        status: .ok,
        headers: [
          .contentType: picture.kind.rawValue,
          // Another picture has another address. Private: no proxy may store a picture that only
          // some may see.
          .cacheControl: "private, max-age=31536000, immutable",
          .contentDisposition: "inline; filename=\"picture\"",
        ],
        body: .init(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }
  }
}
