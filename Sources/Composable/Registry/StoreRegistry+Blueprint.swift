extension StoreRegistry {
  /// A registry of plain stores of one feature, whose reducers are built once for all of them.
  ///
  /// - Parameters:
  ///   - blueprint: what the stores are made from.
  ///   - clock: measures idle times and the deadline of ``shutdown(deadline:clock:)``.
  ///   - settings: when stores are put away, and how many snapshots are kept.
  ///   - snapshot: makes the snapshot of a store that is put away; `nil` to keep nothing.
  ///   - initialState: the state a store begins with, from its snapshot if there is one.
  ///   - updateDependencies: overrides for the store with that id and its effects only.
  public convenience init<State, Action>(
    blueprint: StoreBlueprint<State, Action>,
    clock: any Clock<Duration> = ContinuousClock(), settings: StoreRegistrySettings = .init(),
    snapshot: @escaping @Sendable (State) -> Snapshot?,
    initialState: @escaping @Sendable (ID, Snapshot?) -> State,
    withDependencies updateDependencies: (@Sendable (ID, inout DependencyValues) -> Void)? = nil
  ) where Resident == Store<State, Action> {
    self.init(
      clock: clock, settings: settings, snapshot: snapshot,
      store: { id, snapshot in
        blueprint.makeStore(initialState: initialState(id, snapshot)) {
          updateDependencies?(id, &$0)
        }
      })
  }

  /// A registry of plain stores of one feature that keeps states as bytes, fit to be saved when the
  /// server stops and given to ``restore(_:)`` when it starts again.
  ///
  /// A state that cannot be written is reported as an issue, `snapshot-failed`, and not kept.
  /// - Parameters:
  ///   - blueprint: what the stores are made from.
  ///   - version: raise it when the state changes so that older snapshots no longer fit.
  ///   - clock: measures idle times and the deadline of ``shutdown(deadline:clock:)``.
  ///   - settings: when stores are put away, and how many snapshots are kept.
  ///   - initialState: the state a store begins with when there is no snapshot of it.
  ///   - unreadable: the snapshot of this id could not be read; returns the state to begin with, from
  ///     an older version perhaps, or nil for the initial one.
  ///   - updateDependencies: overrides for the store with that id and its effects only.
  public convenience init<State: Codable, Action>(
    blueprint: StoreBlueprint<State, Action>, version: Int,
    clock: any Clock<Duration> = ContinuousClock(), settings: StoreRegistrySettings = .init(),
    initialState: @escaping @Sendable (ID) -> State,
    unreadable: @escaping @Sendable (ID, StateSnapshot, StateSnapshotError) -> State?,
    withDependencies updateDependencies: (@Sendable (ID, inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Resident == Store<State, Action>, Snapshot == StateSnapshot {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      blueprint: blueprint, clock: clock, settings: settings,
      snapshot: { state -> StateSnapshot? in
        do throws(StateSnapshotError) {
          return try StateSnapshot(of: state, version: version)
        } catch {
          reportIssue(.snapshotFailed, "\(error) Nothing is kept of its store.", at: site)
          return nil
        }
      },
      initialState: { id, snapshot in
        guard let snapshot else { return initialState(id) }
        do throws(StateSnapshotError) {
          return try snapshot.state(version: version)
        } catch {
          return unreadable(id, snapshot, error) ?? initialState(id)
        }
      },
      withDependencies: updateDependencies)
  }
}
