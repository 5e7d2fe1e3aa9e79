import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalFeatures
import NIOCore
import Synchronization
import Testing

@testable import LifeSignalWeb

@Suite struct `An event whose body is slow` {
  /// Gives the body of each request only after something else has happened.
  private struct LateBody: RouterMiddleware {
    let first: @Sendable () async throws -> Void

    func handle(
      _ request: Request, context: WebContext,
      next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
      let bytes = try await request.body.collect(upTo: 10_000)
      let first = first
      let count = Atomic(0)
      // Lazily: the first part is asked for once the session was looked up.
      let body = AsyncThrowingStream<ByteBuffer, any Error>(unfolding: {
        guard count.add(1, ordering: .relaxed).newValue == 1 else { return nil }
        try await first()
        return bytes
      })
      var late = request
      late.body = RequestBody(asyncSequence: body)
      return try await next(late, context)
    }
  }

  /// An attacker who knew the cookie before the sign-in must not act or see pages as the member.
  @Test func `neither acts nor sees as the member who signed in meanwhile`() async throws {
    let web = try TestWeb()
    _ = try await web.house.member()
    let cookie = try await web.visitor()
    let router = Router(context: WebContext.self)
    router.add(
      middleware: LateBody {
        let session = try await web.session(of: cookie)
        let visitor = session.tokenHash
        _ = try await web.signIn(cookie: cookie)
        #expect(session.tokenHash != visitor)
      })
    EventRoute(visits: web.room.visits, pages: web.room.pages, clock: web.house.clock)
      .add(to: router)
    let body = #"{"id": "\#(UUID())", "target": "x", "name": "click", "down": true}"#
    let answer = try await Application(router: router).test(.router) { client in
      try await client.execute(
        uri: "/event", method: .post, headers: [.cookie: cookie], body: ByteBuffer(string: body))
    }
    #expect(answer.status == .unauthorized)
    #expect(answer.body.readableBytes == 0)
  }
}
