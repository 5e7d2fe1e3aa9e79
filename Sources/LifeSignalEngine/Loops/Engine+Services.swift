import LifeSignalModel
import Logging
public import ServiceLifecycle

/// The engine's loops. Run all of them in one process, or the same set in several.
public struct EngineServices: Sendable {
  public let heartbeat: HeartbeatLoop
  public let watch: WatchLoop
  public let dispatch: DispatchLoop
  public let sweep: SweepLoop
  public let auditor: AuditLoop
  public let drills: DrillLoop

  /// For a service group; each ends within a second of a graceful shutdown.
  ///
  /// They run on two threads of their own, so that no page delays due work, and no courier delays a
  /// deadline.
  public var all: [any Service] {
    let (promises, messages) = (LoopThread("watch"), LoopThread("dispatch"))
    let onPromises: [any Service] = [heartbeat, watch, auditor]
    let onMessages: [any Service] = [dispatch, sweep, drills]
    return onPromises.map { ThreadedService(service: $0, thread: promises) }
      + onMessages.map { ThreadedService(service: $0, thread: messages) }
  }
}

extension Engine {
  /// At a start, before the loops, where nothing but this process sends from the ledger: what the process
  /// before it had under way when it was killed need not wait for its leases.
  ///
  /// Messages of which an earlier result is missing too do wait. They may be what ends the process, and a
  /// process that ends every second must not use up their attempts within seconds.
  public func endFormerLeases() async {
    let now = clock.now.storable
    do {
      let ended = try await ledger.write { try $0.endLeases(at: now) }
      guard ended > 0 else { return }
      logger.notice(
        "messages that were under way are tried again", metadata: ["messages": "\(ended)"])
    } catch {
      // They lapse by themselves.
      logger.error("former leases could not be ended", metadata: ["error": "\(error)"])
    }
  }

  /// - Parameters:
  ///   - limits: the dispatch loop's.
  ///   - audit: the auditor's.
  public func services(
    limits: DispatchLoop.Limits = DispatchLoop.Limits(),
    audit: AuditLoop.Limits = AuditLoop.Limits()
  ) -> EngineServices {
    EngineServices(
      heartbeat: HeartbeatLoop(engine: self), watch: WatchLoop(engine: self),
      dispatch: DispatchLoop(engine: self, limits: limits), sweep: SweepLoop(engine: self),
      auditor: AuditLoop(engine: self, limits: audit), drills: DrillLoop(engine: self))
  }
}
