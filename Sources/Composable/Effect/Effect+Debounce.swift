extension Effect {
  /// Starts the effect once `duration` has passed without another one under the same id.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.found(search(query))) }
  ///     .debounce(id: search, for: .milliseconds(300), clock: clock)
  /// ```
  /// An effect that waits or runs under the id is cancelled by the next one, and by
  /// ``cancel(id:)``. Debouncing ``none`` is ``none`` and cancels nothing.
  /// - Parameters:
  ///   - id: as in ``cancellable(id:cancelInFlight:)``: unique at this place of the reducer tree.
  ///   - duration: the shortest time between this effect's description and its start.
  ///   - clock: measures the time.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: some Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    let wait = Self.run(
      operation: { _ in try await clock.sleep(for: duration) },
      fileID: fileID, filePath: filePath, line: line, column: column)
    return .concatenate(wait, self).cancellable(id: id, cancelInFlight: true)
  }

  /// Starts the effect once `duration` has passed without another one under the same id.
  ///
  /// The `continuousClock` dependency in force here measures the time.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    if isNone { return .none }
    return debounce(
      id: id, for: duration, clock: DependencyValues.current.continuousClock,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
