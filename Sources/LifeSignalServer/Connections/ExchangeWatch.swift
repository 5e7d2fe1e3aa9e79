import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Follows the requests and answers of a connection, or of one stream of it: closes it when a body comes
/// too slowly, or an answer lies unread for too long.
final class ExchangeWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let deadlines: ConnectionDeadlines
  private let now: @Sendable (any EventLoop) -> NIODeadline
  private var connection: ConnectionWatch?
  private var answering = 0
  /// The body that is coming in. After a standstill its time begins again, once.
  private var body: (since: NIODeadline, bytes: Int, hasBegunAgain: Bool)?
  private var bodyTimer: Scheduled<Void>?
  private var unreadTimer: Scheduled<Void>?
  private var isStream = false
  /// Whether the present answer refuses a body as too large before its end has arrived.
  private var isRefusing = false
  private var refusalTimer: Scheduled<Void>?

  init(
    _ deadlines: ConnectionDeadlines,
    now: @escaping @Sendable (any EventLoop) -> NIODeadline = { $0.now }
  ) {
    self.deadlines = deadlines
    self.now = now
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // A stream of HTTP/2 has the connection for its parent, a connection the listener.
    isStream = context.channel.parent?.parent != nil
    for channel in [context.channel, context.channel.parent].compactMap(\.self)
    where connection == nil && channel.eventLoop.inEventLoop {
      connection = try? channel.pipeline.syncOperations.handler(type: ConnectionWatch.self)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      answering += 1
      body = (now(context.eventLoop), 0, false)
      connection?.began()
      awaitBody(context)
    case .body(let part):
      body?.bytes += part.readableBytes
    case .end:
      endBody()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status == .contentTooLarge && body != nil && !isStream:
      isRefusing = true
      head.headerFields[.connection] = "close"
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      if answering > 0 {
        answering -= 1
        connection?.answered()
      }
      context.write(data, promise: promise)
      if isRefusing { endRefused(context) }
    default: context.write(data, promise: promise)
    }
  }

  /// Closing it immediately could destroy the answer before its sender has read it.
  private func endRefused(_ context: ChannelHandlerContext) {
    refusalTimer?.cancel()
    refusalTimer = context.eventLoop.assumeIsolated().scheduleTask(in: deadlines.refused) {
      context.close(promise: nil)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    unreadTimer?.cancel()
    unreadTimer = nil
    if !context.channel.isWritable { awaitReader(context, for: deadlines.unread) }
    context.fireChannelWritabilityChanged()
  }

  private func awaitReader(
    _ context: ChannelHandlerContext, for time: TimeAmount, isLast: Bool = false
  ) {
    let end = now(context.eventLoop) + time
    unreadTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      guard let self else { return }
      if !isLast, self.deadlines.isLate(end, at: self.now(context.eventLoop)) {
        self.awaitReader(context, for: self.deadlines.afterStandstill, isLast: true)
      } else {
        context.close(promise: nil)
      }
    }
  }

  private func awaitBody(_ context: ChannelHandlerContext) {
    guard let body else { return }
    let now = self.now(context.eventLoop)
    var end = deadlines.end(ofBodyBegunAt: body.since, received: body.bytes)
    if !body.hasBegunAgain, deadlines.isLate(end, at: now) {
      self.body = (now, body.bytes, true)
      end = deadlines.end(ofBodyBegunAt: now, received: body.bytes)
    }
    guard end > now else { return context.close(promise: nil) }
    bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(in: end - now) { [weak self] in
      self?.awaitBody(context)
    }
  }

  private func endBody() {
    guard body != nil else { return }
    body = nil
    bodyTimer?.cancel()
    connection?.received()
  }

  private func end() {
    endBody()
    for _ in 0..<answering { connection?.answered() }
    answering = 0
    unreadTimer?.cancel()
    refusalTimer?.cancel()
  }
}

@available(*, unavailable)
extension ExchangeWatch: Sendable {}
