import NIOCore

/// Notices that the browser has left: it has closed the connection, or its stream of one.
///
/// A stream that waits for its next frame would otherwise notice it only with the next beat.
final class Departure: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

  /// Calls `tell`, perhaps more than once, once the channel's event loop has run this.
  func watch(_ channel: any Channel) {
    // First in the pipeline: handlers behind it may swallow such events.
    channel.pipeline.addHandler(self, position: .first).whenComplete { [tell] _ in
      if !channel.isActive { tell() }
    }
  }

  func forget(_ channel: any Channel) {
    channel.pipeline.removeHandler(self, promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { tell() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    tell()
    context.fireChannelInactive()
  }
}
