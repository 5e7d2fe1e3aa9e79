import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A program on this machine that is sent webhooks, and answers as a test wants it.
final class Receiver: Sendable {
  struct Request: Sendable {
    var head: HTTPRequestHead
    var body: Data
  }

  struct Answer: Sendable {
    var status: HTTPResponseStatus = .ok
    var headers: HTTPHeaders = [:]
    /// Bytes of the body.
    var bytes = 0
    /// The body, instead of so many bytes.
    var text: String?
    /// Never answers.
    var isSilent = false
    /// Answers after so long.
    var delay: TimeAmount?
    /// Hangs up after the head and half of the body it has announced.
    var breaksOff = false
  }

  private struct State {
    var requests: [Request] = []
    var answer = Answer()
    /// Given before `answer`, once each.
    var first: [Answer] = []
    var sentBytes = 0
  }

  private let state = Mutex(State())
  private let channel = Mutex<(any Channel)?>(nil)

  var requests: [Request] { state.withLock { $0.requests } }
  /// Bytes of bodies that the other side has taken.
  var sentBytes: Int { state.withLock { $0.sentBytes } }
  var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }

  func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }
  /// Gives these once each, then `answer`.
  func answer(first: Answer..., then answer: Answer) {
    state.withLock {
      $0.first = first
      $0.answer = answer
    }
  }

  /// Runs `body` with a receiver that listens.
  static func with(_ body: (Receiver) async throws -> Void) async throws {
    let receiver = Receiver()
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Handler(receiver))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    receiver.channel.withLock { $0 = server }
    do {
      try await body(receiver)
    } catch {
      try? await server.close()
      throw error
    }
    try await server.close()
  }

  private func take(_ request: Request) -> Answer {
    state.withLock { state in
      state.requests.append(request)
      return state.first.isEmpty ? state.answer : state.first.removeFirst()
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let receiver: Receiver
    private var head: HTTPRequestHead?
    private var body = Data()

    init(_ receiver: Receiver) { self.receiver = receiver }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): self.head = head
      case .body(let bytes): body.append(contentsOf: bytes.readableBytesView)
      case .end:
        guard let head else { return }
        let answer = receiver.take(Request(head: head, body: body))
        self.head = nil
        body = Data()
        if answer.isSilent { return }
        guard let delay = answer.delay else { return reply(answer, context) }
        let loop = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: delay) {
          let (handler, context) = loop.value
          handler.reply(answer, context)
        }
      }
    }

    private func reply(_ answer: Answer, _ context: ChannelHandlerContext) {
      var headers = answer.headers
      if answer.breaksOff { headers.replaceOrAdd(name: "Content-Length", value: "1000") }
      let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
      context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
      if answer.breaksOff {
        let half = ByteBuffer(repeating: 0x61, count: 500)
        let loop = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(half))))
          .whenComplete { _ in loop.value.close(promise: nil) }
      } else if let text = answer.text {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      } else {
        send(answer.bytes, context)
      }
    }

    /// In pieces, each after the one before has been taken.
    private func send(_ left: Int, _ context: ChannelHandlerContext) {
      guard left > 0 else {
        return context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
      let count = min(left, 65_536)
      let loop = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let receiver = receiver
      context.writeAndFlush(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(repeating: 0x61, count: count))))
      ).whenSuccess {
        receiver.state.withLock { $0.sentBytes += count }
        let (handler, context) = loop.value
        handler.send(left - count, context)
      }
    }
  }
}
