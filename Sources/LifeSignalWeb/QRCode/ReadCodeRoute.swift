import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// `POST /codes/read`: one frame of a member's camera or picture, for browsers that cannot read
/// codes themselves. Answers the code's text, or 204 when there is none.
///
/// Nothing is stored and nothing is looked up: the scanner handles the text.
struct ReadCodeRoute: Sendable {
  let visits: Visits
  private let desk = ReadingDesk()

  func add(to router: Router<WebContext>) {
    router.post("/codes/read") { request, context in
      guard let session = try await visits.session(of: request, context, for: .frame),
        session.identity.person != nil
      else { throw HTTPError(.unauthorized) }
      let body = try await request.bytes(upTo: GreyFrame.maximumBytes)
      guard let frame = GreyFrame(Data(body.readableBytesView)) else {
        throw HTTPError(.badRequest)
      }
      guard let text = try await desk.text(in: frame) else { return Response(status: .noContent) }
      return Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
    }
  }
}

/// Reads one frame after the other, on its own threads: however many cameras are open, check-ins
/// and alerts do not wait.
private final class ReadingDesk: Sendable {
  /// About a second's work; a camera sends another frame soon.
  private static let room = 16

  private let queue = DispatchQueue(label: "lifesignal.codes", qos: .utility)
  private let waiting = Mutex(0)

  /// - Throws: 503 when too many wait already.
  func text(in frame: GreyFrame) async throws -> String? {
    let isFull = waiting.withLock { waiting in
      if waiting < Self.room { waiting += 1 } else { return true }
      return false
    }
    if isFull { throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"]) }
    defer { waiting.withLock { $0 -= 1 } }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: QRCodeReader.text(in: frame)) }
    }
  }
}
