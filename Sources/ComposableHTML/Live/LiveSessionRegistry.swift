public import Composable
import Foundation

/// The live sessions of a server, by an id of the server's choosing.
///
/// A session outlives its last tab for a while, so that a reload or a tunnel costs nothing. After
/// that its store is released and only a snapshot of the state is kept, from which the next tab
/// gets a new store, in a new epoch.
///
/// Keep ``run()`` running: it beats, and it puts idle sessions away.
public final class LiveSessionRegistry<
  ID: Hashable & Sendable, State: Sendable, Action: Sendable, Snapshot: Sendable
>: Sendable {
  public typealias Session = LiveSession<State, Action>

  private let clock: LiveClock
  private let beatSeconds: Int
  private let sessions: StoreRegistry<ID, Session, Parked>

  private struct Parked: Sendable {
    let snapshot: Snapshot?
    let recent: RecentEvents
  }

  /// - Parameters:
  ///   - snapshot: makes the snapshot of a session that is put away; `nil` to keep nothing.
  ///   - store: makes a store for a session, from its snapshot if there is one. It may open any
  ///     session but this one in the registry.
  public init(
    view: LiveView<State, Action>, clock: LiveClock = .system, settings: LiveSettings = .init(),
    snapshot: @escaping @Sendable (State) -> Snapshot?,
    store: @escaping @Sendable (ID, Snapshot?) -> Store<State, Action>
  ) {
    self.clock = clock
    beatSeconds = max(1, settings.beatSeconds)
    sessions = StoreRegistry(
      clock: LiveRegistryClock(clock: clock),
      settings: StoreRegistrySettings(
        idleTime: settings.idleTime, snapshotLimit: settings.snapshotLimit),
      snapshot: { session in
        Parked(snapshot: snapshot(session.store.state), recent: session.recentEvents)
      },
      make: { id, parked, use in
        Session(
          store: store(id, parked?.snapshot), view: view, clock: clock,
          epoch: FrameID.newEpoch(), recent: parked?.recent ?? RecentEvents(), use: use)
      })
  }

  /// The session with this id; made, or made again from its snapshot, when there is none.
  public func session(_ id: ID) -> Session { sessions.open(id) }

  /// The session with this id if its store is alive.
  public func find(_ id: ID) -> Session? { sessions.find(id) }

  /// Ends a session for good, its snapshot included: the person has signed out.
  public func remove(_ id: ID) { sessions.remove(id) }

  /// Sessions whose store is alive.
  public var liveCount: Int { sessions.liveCount }

  /// Sessions of which there is only a snapshot.
  public var parkedCount: Int { sessions.parkedCount }

  /// The sessions that are open now, in any order; for measuring.
  public var residents: [Session] { sessions.residents }

  /// Beats and puts idle sessions away until the task is cancelled.
  public func run() async {
    var turn = 0
    while !Task.isCancelled {
      do { try await clock.sleep(until: clock.now.addingTimeInterval(1)) } catch { return }
      beat(turn: turn)
      parkIdleSessions()
      turn += 1
    }
  }

  /// Ends all streams, then all stores' effects. Sessions asked for later have ended already.
  ///
  /// - Parameter deadline: the longest to wait for effects that are being cancelled, in real time: a
  ///   server whose own clock stands still must stop all the same.
  public func shutdown(deadline: Duration = .seconds(1)) async {
    await sessions.shutdown(deadline: deadline, clock: ContinuousClock())
  }

  /// Beats for a share of the sessions, so that they do not all wake in the same second.
  func beat(turn: Int) {
    for session in sessions.residents {
      let hash = UInt(bitPattern: ObjectIdentifier(session).hashValue)
      let place = Int(clamping: hash % UInt(clamping: beatSeconds))
      if place == turn % beatSeconds { session.beat() }
    }
  }

  func parkIdleSessions() { sessions.evictIdle() }
}
