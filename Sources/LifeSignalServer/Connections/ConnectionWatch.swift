import NIOCore

/// Follows one connection of a peer: reports its stage to the gate, and closes it when it has sent no
/// request for too long.
final class ConnectionWatch: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  private let gate: ConnectionGate
  private let id: UInt64
  private let deadlines: ConnectionDeadlines
  private let now: @Sendable (any EventLoop) -> NIODeadline
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  /// Requests whose answer is not complete.
  private var answering = 0
  /// Requests that are not complete.
  private var receiving = 0

  init(
    gate: ConnectionGate, id: UInt64, deadlines: ConnectionDeadlines,
    now: @escaping @Sendable (any EventLoop) -> NIODeadline = { $0.now }
  ) {
    self.gate = gate
    self.id = id
    self.deadlines = deadlines
    self.now = now
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    close(in: deadlines.head)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    self.context = nil
  }

  /// The head of a request has come.
  func began() {
    answering += 1
    receiving += 1
    settle()
  }

  /// A request has come in full, or will not come any more.
  func received() {
    receiving -= 1
    settle()
  }

  /// An answer is complete, or its reader has gone.
  func answered() {
    answering -= 1
    settle()
  }

  private func settle() {
    let stage: ConnectionGate.Stage =
      if answering > receiving { .working } else if receiving > 0 { .asking } else { .idle }
    gate.move(id, to: stage)
    if stage == .idle { close(in: deadlines.idle) } else { timer?.cancel() }
  }

  private func close(in time: TimeAmount, isLast: Bool = false) {
    timer?.cancel()
    guard let loop = context?.eventLoop else { return }
    let end = now(loop) + time
    timer = loop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      self?.reach(end, isLast: isLast)
    }
  }

  private func reach(_ end: NIODeadline, isLast: Bool) {
    guard let context else { return }
    if !isLast, deadlines.isLate(end, at: now(context.eventLoop)) {
      close(in: deadlines.afterStandstill, isLast: true)
    } else {
      context.close(promise: nil)
    }
  }
}

@available(*, unavailable)
extension ConnectionWatch: Sendable {}
