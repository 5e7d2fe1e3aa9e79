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
  public var all: [any Service] { [heartbeat, watch, dispatch, sweep, auditor, drills] }
}

extension Engine {
  /// - Parameters:
  ///   - limits: of the dispatch loop.
  ///   - audit: of the auditor.
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
