import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// Listens on this machine and answers "here" to everything.
struct TestListener {
  let port: Int
  private let running: Task<Void, any Error>

  init(_ builder: HTTPServerBuilder) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
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
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
    running = Task { try await server.run() }
    var heard = ports.makeAsyncIterator()
    self.port = try #require(await heard.next())
  }

  func end() async {
    running.cancel()
    _ = await running.result
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
