import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore

/// Sends documents, frames and data in gzip to clients that accept it.
///
/// Assets come compressed already. A stream is left alone: compressing it would hold a window of
/// memory per open page. An answer smaller than a packet would not arrive sooner.
///
/// Documents contain secrets beside words that others choose, a contact's name for one, so their
/// compressed length could distinguish right guesses from wrong ones (BREACH). Two facts prevent
/// it: the session's cookie does not travel with another site's requests, which an attacker would
/// need by the thousand; and a filler of random length hides differences of a few bytes. See
/// `docs/decisions/` for the details.
public struct CompressedAnswers: RouterMiddleware {
  public typealias Context = WebContext

  /// Bytes below which an answer is sent as it is: it fits one packet with its head anyway.
  static let least = 1_024
  /// Bytes above which an answer is sent as it is rather than held twice in memory.
  static let most = 4 * 1_024 * 1_024

  private let filler: @Sendable () -> Int

  /// - Parameter filler: how many meaningless bytes an answer gets, 0–255; random in production.
  public init(filler: @escaping @Sendable () -> Int = { .random(in: 1...96) }) {
    self.filler = filler
  }

  public func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard response.headers[.contentEncoding] == nil,
      Self.isCompressible(response.headers[.contentType])
    else { return response }
    response.headers.addVary("Accept-Encoding")
    guard AcceptedEncoding.prefersGzip(request.header(.acceptEncoding)) else { return response }
    if request.method == .head {
      // As GET would answer, except the length: that is known only after compressing.
      let length = response.headers[.contentLength].flatMap { Int($0) } ?? 0
      guard (Self.least...Self.most).contains(length) else { return response }
      response.headers[.contentEncoding] = "gzip"
      response.headers[.contentLength] = nil
      return response
    }
    guard let length = response.body.contentLength, (Self.least...Self.most).contains(length)
    else { return response }
    let collected = CollectedBody()
    try await response.body.write(collected)
    let bytes = collected.bytes
    guard let small = Gzip.compressed(bytes, effort: .once, filler: filler()),
      small.readableBytes < bytes.readableBytes
    else {
      response.body = ResponseBody(byteBuffer: bytes)
      return response
    }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.contentLength] = nil
    response.body = ResponseBody(byteBuffer: small)
    return response
  }

  /// Text of any kind; pictures and fonts are compressed by their own formats.
  static func isCompressible(_ contentType: String?) -> Bool {
    guard let contentType else { return false }
    let type = contentType.prefix { $0 != ";" }
    return type.hasPrefix("text/") && type != "text/event-stream" || type.hasSuffix("json")
      || type.hasSuffix("+xml")
  }
}

/// Takes a body into memory.
private final class CollectedBody: ResponseBodyWriter {
  private(set) var bytes = ByteBuffer()

  func write(_ buffer: ByteBuffer) async throws { bytes.writeImmutableBuffer(buffer) }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension HTTPFields {
  /// Adds a request header to those on which the answer depends.
  mutating func addVary(_ name: String) {
    guard self[values: .vary].allSatisfy({ !$0.localizedCaseInsensitiveContains(name) }) else {
      return
    }
    append(HTTPField(name: .vary, value: name))
  }
}
