// Not compiled on Linux, where this library is built and tested: it is for views on Apple's
// platforms and rests on nothing but what `Store` offers everywhere.
#if canImport(Observation) && (os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
  public import Observation

  /// A store whose state views can observe: on the main actor, and never ahead of the store.
  ///
  /// ```swift
  /// @State private var store = ObservableStore(document.store)
  /// var body: some View { Text(store.title).onTapGesture { store.send(.tapped) } }
  /// ```
  /// Compiled on Apple's platforms only. Reads return the state as the main actor last saw it; it
  /// follows after every burst that changed it. Observation is per store, not per property: give
  /// each part of a view that should change alone a part of the store of its own,
  /// ``Store/scope(state:action:fileID:filePath:line:column:)``. Keeps the store alive.
  @MainActor
  @Observable
  @dynamicMemberLookup
  public final class ObservableStore<State: Equatable & Sendable, Action: Sendable> {
    public private(set) var state: State
    @ObservationIgnored public let store: Store<State, Action>
    @ObservationIgnored private var observation: StoreObservation?

    public init(_ store: Store<State, Action>) {
      self.store = store
      state = store.state
      observation = store.observe(\.self) { [weak self] _ in
        Task { @MainActor in self?.follow() }
      }
      follow()
    }

    public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
      state[keyPath: keyPath]
    }

    /// Reduces an action; its changes can be read when this returns.
    @discardableResult
    public func send(
      _ action: Action,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> StoreTask {
      let task = store.send(
        action, fileID: fileID, filePath: filePath, line: line, column: column)
      follow()
      return task
    }

    private func follow() {
      let newest = store.state
      if newest != state { state = newest }
    }
  }
#endif
