public import Composable
import Foundation
import Synchronization

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

  private let view: LiveView<State, Action>
  private let clock: LiveClock
  private let settings: LiveSettings
  private let makeStore: @Sendable (ID, Snapshot?) -> Store<State, Action>
  private let takeSnapshot: @Sendable (State) -> Snapshot?
  private let entries = Locked(Entries())

  private struct Entries {
    var live: [ID: Session] = [:]
    var parked = Parking<ID, Parked>()
    var isClosed = false
  }

  private struct Parked {
    let snapshot: Snapshot?
    let recent: RecentEvents
  }

  /// - Parameters:
  ///   - snapshot: what is kept of a session that is put away; `nil` to keep nothing.
  ///   - store: makes a store for a session, from its snapshot if there is one. Called under the
  ///     registry's lock: it may start effects, but must not ask the registry anything.
  public init(
    view: LiveView<State, Action>, clock: LiveClock = .system, settings: LiveSettings = .init(),
    snapshot: @escaping @Sendable (State) -> Snapshot?,
    store: @escaping @Sendable (ID, Snapshot?) -> Store<State, Action>
  ) {
    self.view = view
    self.clock = clock
    self.settings = settings
    takeSnapshot = snapshot
    makeStore = store
  }

  /// The session with this id; made, or made again from its snapshot, when there is none.
  public func session(_ id: ID) -> Session {
    entries.withLock { entries in
      if let session = entries.live[id] { return session }
      let parked = entries.parked.remove(id)
      let session = Session(
        store: makeStore(id, parked?.snapshot), view: view, clock: clock,
        epoch: FrameID.newEpoch(), recent: parked?.recent ?? RecentEvents())
      if entries.isClosed { session.finish() } else { entries.live[id] = session }
      return session
    }
  }

  /// The session with this id if its store is alive.
  public func find(_ id: ID) -> Session? {
    entries.withLock { $0.live[id] }
  }

  /// Ends a session for good, its snapshot included: the person has signed out.
  public func remove(_ id: ID) {
    let session = entries.withLock { entries in
      _ = entries.parked.remove(id)
      return entries.live.removeValue(forKey: id)
    }
    session?.finish()
    session?.store.cancelAll()
  }

  /// Sessions whose store is alive.
  public var liveCount: Int { entries.withLock { $0.live.count } }

  /// Sessions of which there is only a snapshot.
  public var parkedCount: Int { entries.withLock { $0.parked.count } }

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
  /// - Parameter deadline: the longest to wait for effects that are being cancelled.
  public func shutdown(deadline: Duration = .seconds(1)) async {
    let sessions = entries.withLock { entries in
      entries.isClosed = true
      defer { entries.live = [:] }
      return Array(entries.live.values)
    }
    for session in sessions {
      session.finish()
      session.store.cancelAll()
    }
    await withTaskGroup(of: Void.self) { group in
      for session in sessions where session.store.effectsInFlight > 0 {
        group.addTask { _ = await session.store.shutdown(deadline: deadline) }
      }
    }
  }

  /// Beats for a share of the sessions, so that they do not all wake in the same second.
  func beat(turn: Int) {
    let sessions = entries.withLock { entries in
      entries.live.values.filter { session in
        let place = Int(UInt(bitPattern: ObjectIdentifier(session).hashValue) % UInt(share))
        return place == turn % share
      }
    }
    for session in sessions { session.beat() }
  }

  private var share: Int { max(1, settings.beatSeconds) }

  func parkIdleSessions() {
    let latest = clock.now.addingTimeInterval(-settings.survival)
    let idle = entries.withLock { entries in
      let idle = entries.live.filter { ($0.value.idleSince ?? .distantFuture) <= latest }
      for (id, session) in idle {
        entries.live[id] = nil
        let parked = Parked(
          snapshot: takeSnapshot(session.store.state), recent: session.recentEvents)
        entries.parked.insert(parked, for: id, limit: settings.snapshotLimit)
      }
      return idle
    }
    for session in idle.values {
      session.finish()
      session.store.cancelAll()
    }
  }
}
