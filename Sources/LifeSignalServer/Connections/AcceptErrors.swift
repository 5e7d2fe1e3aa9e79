import LifeSignalEngine
import Logging
import NIOCore
import Synchronization

/// Keeps the listener running when a connection cannot be accepted.
///
/// A lack of files or memory (EMFILE, ENFILE, ENOBUFS, ENOMEM) is temporary: the listener waits a second
/// and continues. While it lasts, it is logged once a minute, and health reports it (``FileShortage``).
final class AcceptErrors: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = Channel
  typealias InboundOut = Channel

  private let logger: Logger
  private let shortage: FileShortage
  private let saidAt = Mutex<ContinuousClock.Instant?>(nil)

  init(logger: Logger, shortage: FileShortage) {
    self.logger = logger
    self.shortage = shortage
  }

  /// Adds one handler before the listener's own, and one behind them that keeps errors from closing the
  /// listener.
  static func guardListener(
    _ channel: any Channel, logger: Logger, shortage: FileShortage
  ) async throws {
    try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        AcceptErrors(logger: logger, shortage: shortage), position: .first)
      // An error while a connection is set up begins behind the handler that sets it up.
      let accepting = try pipeline.context(name: "AcceptHandler").handler
      try pipeline.addHandler(AcceptErrors.Last(), position: .after(accepting))
    }.get()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    shortage.note(error)
    say(error)
    // Only these make the listener pause.
    if error is IOError { context.fireErrorCaught(error) }
  }

  private func say(_ error: any Error) {
    let now = ContinuousClock.now
    let isNews = saidAt.withLock { saidAt in
      if let before = saidAt, now - before < .seconds(60) { return false }
      saidAt = now
      return true
    }
    if isNews {
      logger.error("a connection could not be accepted", metadata: ["error": "\(error)"])
    }
  }

  /// Nothing gets past it.
  final class Last: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Channel
    typealias InboundOut = Channel

    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
  }
}
