import ComposableHTML
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /live`: the stream of one tab.
struct LiveRoute: Sendable {
  let visits: Visits
  let pages: LivePages

  func add(to router: Router<WebContext>) {
    router.get("/live") { request, context in
      guard let session = try await visits.session(of: request, context) else {
        throw HTTPError(.unauthorized)
      }
      let last =
        request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
      let page = try await pages.page(of: session)
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
          .accelBuffering: "no",
        ],
        body: body(of: page, session, after: last.flatMap { FrameID($0) }, request))
    }
  }

  private func body(
    of page: LivePage, _ session: BrowserSession, after last: FrameID?, _ request: Request
  ) -> ResponseBody {
    let credential = session.tokenHash
    return ResponseBody { writer in
      try? await withUnsafeCurrentTask { task in
        let streaming = StreamingTask(task: task)
        // Without watching the inbound side, a stream that waits for its next frame would never
        // learn that the browser has left, and would keep its store for ever.
        try await request.body.consumeWithInboundCloseHandler { _ in
          for await bytes in page.connect(after: last).bytes {
            // Opened before somebody signed in: the browser comes back with its new cookie, and
            // whoever else held the old one does not.
            guard session.tokenHash == credential else { return }
            try await writer.write(ByteBuffer(bytes: bytes))
          }
        } onInboundClosed: {
          streaming.cancel()
        }
      }
      try await writer.finish(nil)
    }
  }
}

/// The task that writes one stream, cancelled from beside it when the browser leaves.
///
/// Hummingbird's `consumeWithCancellationOnInboundClose` does the same with two more tasks, which
/// cost 10 KiB in each idle stream. Used only while the task is inside `withUnsafeCurrentTask`,
/// where the reference is valid; cancelling a task is safe from any thread.
private struct StreamingTask: @unchecked Sendable {
  let task: UnsafeCurrentTask?

  func cancel() { task?.cancel() }
}
