import HummingbirdCore
import LifeSignalWeb
import Logging
import NIOCore

/// A channel for HTTP, for connections that the gate admits.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
  struct Refused: Error {}

  let base: Base
  let gate: ConnectionGate
  let deadlines: ConnectionDeadlines

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    let address = ClientAddress(channel.remoteAddress)
    guard let id = gate.admit(address, close: { channel.close(promise: nil) }) else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(Refused())
    }
    channel.closeFuture.whenComplete { [gate] _ in gate.leave(id) }
    do {
      // First in the pipeline, before TLS: the time for its agreement counts.
      try channel.pipeline.syncOperations.addHandler(
        ConnectionWatch(gate: gate, id: id, deadlines: deadlines))
    } catch {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(error)
    }
    return base.setup(channel: channel, logger: logger)
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
