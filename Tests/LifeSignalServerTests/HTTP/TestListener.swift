import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Testing

@testable import LifeSignalServer

/// Listens on this machine and answers "here" to everything.
struct TestListener {
  let port: Int
  private let running: Task<Void, any Error>

  /// - Parameter prepare: done with the listener before anybody knows its port.
  init(
    _ builder: HTTPServerBuilder,
    prepare: @escaping @Sendable (any Channel) async throws -> Void = { _ in }
  ) async throws {
    let (ports, port) = AsyncThrowingStream.makeStream(of: Int.self)
    let server = try builder.buildServer(
      configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: 0)),
      eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup,
      logger: Logger(label: "test"),
      responder: { _, writer, _ in
        let body = ByteBuffer(string: "here")
        try await writer.write(
          response: .init(status: .ok, headerFields: [.contentLength: "4"]),
          body: .init(byteBuffer: body))
      },
      onServerRunning: { channel in
        do {
          try await prepare(channel)
          port.yield(channel.localAddress?.port ?? 0)
        } catch {
          port.finish(throwing: error)
        }
      })
    running = Task { try await server.run() }
    var heard = ports.makeAsyncIterator()
    self.port = try #require(try await heard.next())
  }

  /// The body of what a listener without TLS answers. Blocks the caller.
  static func says(_ port: Int) throws -> String {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    return try String(contentsOf: url, encoding: .utf8)
  }

  func end() async {
    running.cancel()
    _ = await running.result
  }
}

extension ConnectionGate {
  /// With room for every connection of a test.
  static func open() throws -> ConnectionGate {
    ConnectionGate(try ConnectionLimits(files: 1_024, cores: 2, settings: Settings()))
  }
}

/// On a thread of its own: the server under test runs on those that tasks share.
func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
