import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import NIOCore
import NIOHTTPTypes

/// `GET /live`: the stream of one tab.
struct LiveRoute: Sendable {
  let visits: Visits
  let pages: LivePages

  func add(to router: Router<WebContext>) {
    router.get("/live") { request, context in
      guard let session = try await visits.session(of: request, context) else {
        throw HTTPError(.unauthorized)
      }
      let address = visits.address(of: request, context)
      try visits.streams.admit(address)
      let last = request.header(.lastEventID) ?? request.query("after")
      let place = request.query("at").flatMap { URL(string: $0) }
      let page = try await pages.page(of: session, at: place)
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
          .accelBuffering: "no",
        ],
        body: body(
          of: page, session, from: address, after: last.flatMap { FrameID($0) }, context.channel))
    }
  }

  private func body(
    of page: LivePage, _ session: BrowserSession, from address: ClientAddress,
    after last: FrameID?, _ channel: any Channel
  ) -> ResponseBody {
    let credential = session.tokenHash
    return ResponseBody { writer in
      let end = StreamEnd()
      let seat = visits.streams.open(credential, from: address) { end.reach() }
      let departure = Departure { end.reach() }
      departure.watch(channel)
      // Pushed past Hummingbird's writer, whose head has been sent when this runs: a task that
      // loops over frames and another that watches for the browser's leaving would hold ten
      // kilobytes for as long as a page is open.
      let connection = page.connect(after: last) { bytes, isDone in
        // Opened before the person signed in: their browser returns with its new cookie, and any
        // other holder of the old one does not.
        guard session.tokenHash == credential else { return isDone(false) }
        let part = HTTPResponsePart.body(ByteBuffer(bytes: bytes))
        channel.writeAndFlush(part).whenComplete { result in
          if case .success = result { isDone(true) } else { isDone(false) }
        }
      } onEnd: {
        end.reach()
      }
      await end.wait()
      connection.cancel()
      departure.forget(channel)
      visits.streams.leave(seat)
      try await writer.finish(nil)
    }
  }
}
