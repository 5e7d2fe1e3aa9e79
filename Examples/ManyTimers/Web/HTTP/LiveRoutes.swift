import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A document, a stream and a place for events, for each page of a site.
struct LiveRoutes: Sendable {
  let site: any Site

  func add(to router: Router<BasicRequestContext>) {
    for base in ["", "/documents/:document"] {
      router.get(RouterPath(base.isEmpty ? "/" : base)) { request, context in
        let document = document(context)
        guard let page = site.page(of: document) else {
          return Response.redirect(to: "/", type: .normal)
        }
        return self.response(page, at: document.map { "/documents/\($0)" } ?? "")
      }
      router.get(RouterPath("\(base)/live")) { request, context in
        let page = try page(context)
        let last =
          request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
        return Response(
          status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"],
          body: stream(page.connect(last.flatMap { FrameID($0) }), request))
      }
      router.post(RouterPath("\(base)/event")) { request, context in
        let page = try page(context)
        let body = Data(try await request.body.collect(upTo: 16_384).readableBytesView)
        guard let event = try? JSONDecoder().decode(ClientEvent.self, from: body),
          page.receive(event)
        else { throw HTTPError(.badRequest) }
        guard event.isStreamDown == true else { return Response(status: .noContent) }
        return Response(
          status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
          body: .init(byteBuffer: ByteBuffer(bytes: page.reply())))
      }
    }
  }

  private func document(_ context: BasicRequestContext) -> UUID? {
    // An id that is none stands for a document that is not there.
    context.parameters.get("document").map { UUID(uuidString: $0) ?? UUID() }
  }

  /// - Throws: 401 for a document that has been closed: the browser's client then loads its page
  ///   anew, and is led to the first one.
  private func page(_ context: BasicRequestContext) throws -> LivePage {
    guard let page = site.page(of: document(context)) else { throw HTTPError(.unauthorized) }
    return page
  }

  private func response(_ page: LivePage, at base: String) -> Response {
    // The frame first: should the state move on before it is written below, the page is newer than
    // its number says, and the stream brings it up to date.
    let frame = page.frame()
    let document = PageDocument(
      base: base, frame: "\(frame)", clock: Int(Date().timeIntervalSince1970 * 1000),
      content: page.content())
    return Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(bytes: document.render())))
  }

  private func stream(_ stream: LiveStream, _ request: Request) -> ResponseBody {
    ResponseBody { writer in
      try? await request.body.consumeWithCancellationOnInboundClose { _ in
        var writer = writer
        for await bytes in stream.bytes { try await writer.write(ByteBuffer(bytes: bytes)) }
      }
      try await writer.finish(nil)
    }
  }
}

extension HTTPField.Name {
  // A literal token, which is all the failable initialiser checks.
  fileprivate static let lastEventID = Self("Last-Event-ID")!
}
