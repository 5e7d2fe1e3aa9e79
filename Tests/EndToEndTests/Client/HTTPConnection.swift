import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// One request on a connection of its own, the answer read piece by piece.
///
/// Only for tests on loopback: no TLS, no redirects, no pool.
struct HTTPConnection {
  struct Head: Sendable {
    var status: Int
    var headers: HTTPHeaders
  }

  let port: Int

  /// Sends a request and hands the head and the body's pieces to `read`; the connection is closed
  /// when `read` returns or throws.
  func send<R: Sendable>(
    _ method: HTTPMethod, _ path: String, headers: [(String, String)] = [], body: String? = nil,
    read: @escaping @Sendable (Head, inout BodyPieces) async throws -> R
  ) async throws -> R {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
            wrappingChannelSynchronously: channel)
        }
      }
    var fields = HTTPHeaders(headers)
    fields.add(name: "Host", value: "127.0.0.1:\(port)")
    fields.add(name: "Connection", value: "close")
    if method != .GET {
      fields.add(name: "Content-Length", value: "\(body?.utf8.count ?? 0)")
    }
    let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: fields)
    return try await channel.executeThenClose { inbound, outbound in
      // At once: a server that answers on the head alone may hang up before a second write.
      let content = body.map { [HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(string: $0)))] }
      try await outbound.write(contentsOf: [.head(head)] + (content ?? []) + [.end(nil)])
      var pieces = BodyPieces(inbound: inbound.makeAsyncIterator())
      guard case .head(let answer)? = try await pieces.inbound.next() else {
        throw Closed()
      }
      return try await read(
        Head(status: Int(answer.status.code), headers: answer.headers), &pieces)
    }
  }

  /// The server closed the connection before it answered.
  struct Closed: Error {}

  struct BodyPieces {
    fileprivate(set) var inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

    fileprivate init(
      inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
    ) {
      self.inbound = inbound
    }

    /// The next piece as text; nil at the end.
    mutating func next() async throws -> String? {
      while let part = try await inbound.next() {
        switch part {
        case .head: continue
        case .body(let buffer): return String(buffer: buffer)
        case .end: return nil
        }
      }
      return nil
    }
  }
}
