import Synchronization

/// The stores of a server, one for each id: made on demand, put away when they have not been used
/// for a while, and made again from their snapshots.
///
/// ```swift
/// let carts = StoreRegistry<Customer.ID, StoreOf<Cart>, Cart.State>(
///   snapshot: { $0 },
///   store: { id, saved in blueprint.makeStore(initialState: saved ?? Cart.State(id: id)) })
/// carts.open(id).send(.add(item))
/// ```
/// A store that is put away has its effects cancelled; only the snapshot stays, in memory and
/// bounded by ``StoreRegistrySettings/snapshotLimit``. Keep ``run(every:)`` running, or call
/// ``evictIdle()`` yourself: otherwise nothing is ever put away.
///
/// Opening a store uses it at that moment. A caller that needs one for longer than the idle time,
/// for example for a connection that stays open, declares that with ``using(_:_:)`` or
/// ``StoreUse``: effects in flight do not count, because many stores have one that never ends.
///
/// Stores are made and put away outside the registry's lock, so that a slow one delays only callers
/// with the same id. Every method may be called from any thread.
public final class StoreRegistry<
  ID: Hashable & Sendable, Resident: RegisteredStore, Snapshot: Sendable
>: Sendable {
  let settings: StoreRegistrySettings
  let time: ElapsedTime
  let takeSnapshot: @Sendable (Resident) -> Snapshot?
  private let make: @Sendable (ID, Snapshot?, StoreUse) -> Resident
  let contents = Locked(Contents())

  struct Occupant {
    let resident: Resident
    let use: StoreUse
  }

  struct Contents {
    var live: [ID: Occupant] = [:]
    var transits: [ID: Transit] = [:]
    var parked = Parking<ID, Snapshot>()
    var isClosed = false
    /// Stores whose reducer had not returned at shutdown: releasing one would wait for it.
    var stuck: [Resident] = []
  }

  /// A registry of objects around stores.
  ///
  /// - Parameters:
  ///   - clock: measures idle times and the deadline of ``shutdown(deadline:clock:)``.
  ///   - settings: when stores are put away, and how many snapshots are kept.
  ///   - snapshot: makes the snapshot of a store that is put away; `nil` to keep nothing.
  ///   - make: makes the object for an id, from its snapshot if there is one. It may open any id
  ///     but this one in the registry.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), settings: StoreRegistrySettings = .init(),
    snapshot: @escaping @Sendable (Resident) -> Snapshot?,
    make: @escaping @Sendable (ID, Snapshot?, StoreUse) -> Resident
  ) {
    self.settings = settings
    time = ElapsedTime(clock)
    takeSnapshot = snapshot
    self.make = make
  }

  /// A registry of plain stores.
  ///
  /// - Parameters:
  ///   - clock: measures idle times and the deadline of ``shutdown(deadline:clock:)``.
  ///   - settings: when stores are put away, and how many snapshots are kept.
  ///   - snapshot: makes the snapshot of a store that is put away; `nil` to keep nothing.
  ///   - store: makes the store for an id, from its snapshot if there is one. It may open any id
  ///     but this one in the registry.
  public convenience init<State, Action>(
    clock: any Clock<Duration> = ContinuousClock(), settings: StoreRegistrySettings = .init(),
    snapshot: @escaping @Sendable (State) -> Snapshot?,
    store: @escaping @Sendable (ID, Snapshot?) -> Store<State, Action>
  ) where Resident == Store<State, Action> {
    self.init(
      clock: clock, settings: settings, snapshot: { snapshot($0.state) },
      make: { id, snapshot, _ in store(id, snapshot) })
  }

  // MARK: Asking

  /// The store with this id: an existing one, one made again from its snapshot, or a new one.
  ///
  /// After ``shutdown(deadline:clock:)`` it has ended already and is not kept.
  public func open(_ id: ID) -> Resident {
    occupant(id) { $0.note() }.resident
  }

  /// The one with this id if it is alive. Looking does not count as use.
  public func find(_ id: ID) -> Resident? {
    contents.withLock { $0.live[id]?.resident }
  }

  /// Opens the one with this id and keeps it from being put away until `body` has returned.
  nonisolated(nonsending) public func using<Result>(
    _ id: ID, _ body: nonisolated(nonsending) (Resident) async throws -> Result
  ) async rethrows -> Result {
    let occupant = occupant(id) { $0.begin() }
    defer { occupant.use.end() }
    return try await body(occupant.resident)
  }

  private enum Finding {
    case live(Occupant)
    case wait(Transit)
    case make(Transit, from: Snapshot?)
  }

  /// - Parameter use: called before the store could be put away.
  private func occupant(_ id: ID, _ use: (StoreUse) -> Void) -> Occupant {
    while true {
      let finding = contents.withLock { contents -> Finding in
        if let occupant = contents.live[id] {
          use(occupant.use)
          return .live(occupant)
        }
        if let transit = contents.transits[id] { return .wait(transit) }
        let transit = Transit()
        contents.transits[id] = transit
        // A store that will not be kept must not cost a snapshot either.
        let snapshot =
          contents.isClosed ? contents.parked.value(for: id) : contents.parked.remove(id)
        return .make(transit, from: snapshot)
      }
      switch finding {
      case .live(let occupant): return occupant
      case .wait(let transit): transit.wait()
      case .make(let transit, let snapshot):
        let newUse = StoreUse(time: time)
        let occupant = Occupant(resident: make(id, snapshot, newUse), use: newUse)
        use(newUse)
        settle(occupant, as: id, after: transit)
        return occupant
      }
    }
  }

  private func settle(_ occupant: Occupant, as id: ID, after transit: Transit) {
    let isKept = contents.withLock { contents in
      contents.transits[id] = nil
      if contents.isClosed || transit.isRevoked { return false }
      contents.live[id] = occupant
      return true
    }
    transit.finish()
    if !isKept { occupant.resident.leaveAndCancel() }
  }

  // MARK: Counting

  /// How many are alive.
  public var liveCount: Int { contents.withLock { $0.live.count } }

  /// The number of stores of which only a snapshot exists.
  public var parkedCount: Int { contents.withLock { $0.parked.count } }

  /// Those alive, in no order.
  public var residents: [Resident] { contents.withLock { $0.live.values.map(\.resident) } }
}
