public import Composable
import CustomDump

extension TestStore {
  /// Asserts that effects send an action that `isMatching` accepts, next in order, and how the
  /// state changes.
  nonisolated(nonsending) public func receive(
    _ isMatching: (Action) -> Bool,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      isMatching, expected: "an action that matches the predicate", difference: { _ in nil },
      timeout: timeout, update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that effects send an action in a case, next in order, and how the state changes.
  nonisolated(nonsending) public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: actionCase]
    await receive(
      { path.extract(from: $0) != nil }, expected: "an action in case \(name(of: actionCase))",
      difference: { _ in nil }, timeout: timeout, update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that effects send an action in a case with this value, next in order.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: actionCase]
    await receive(
      { path.extract(from: $0) == value },
      expected: "an action in case \(name(of: actionCase)) with \(describe(value))",
      difference: { path.extract(from: $0).flatMap { diff(value, $0) } }, timeout: timeout, update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that effects send this action, next in order, and how the state changes.
  nonisolated(nonsending) public func receive(
    _ action: Action,
    timeout: Duration? = nil,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      { $0 == action }, expected: describe(action), difference: { diff(action, $0) },
      timeout: timeout, update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  nonisolated(nonsending) private func receive(
    _ isMatching: (Action) -> Bool,
    expected: String,
    difference: (Action) -> String?,
    timeout: Duration?,
    _ update: ((inout State) throws -> Void)?,
    at site: CallSite
  ) async {
    await pump(timeout ?? self.timeout) { received in
      switch exhaustivity {
      case .on: !received.isEmpty
      case .off: received.contains { isMatching($0.action) }
      }
    }
    let received = log.received
    guard !received.isEmpty else {
      let inFlight = store.effectsInFlight
      fail(
        "Expected to receive \(expected), but nothing was received. "
          + (inFlight == 0
            ? "No effects are in flight." : "In flight: \(count(inFlight, "effect"))."),
        at: site)
      return
    }
    if exhaustivity != .on { skip(until: isMatching, at: site) }
    guard let entry = log.takeReceived().first else {
      fail(
        "Expected to receive \(expected), but only received others:\n\n"
          + list(received.map(\.action)), at: site)
      return
    }
    if !isMatching(entry.action) {
      fail(
        "Expected to receive \(expected), but received another action:\n\n"
          + (difference(entry.action) ?? describe(entry.action)), at: site)
    }
    check(entry.state, entry.shared, update, on: .receive, at: site)
  }

  private func skip(until isMatching: (Action) -> Bool, at site: CallSite) {
    let received = log.received
    let skipped = received.prefix { !isMatching($0.action) }
    guard !skipped.isEmpty, let last = log.takeReceived(skipped.count).last else { return }
    note("Skipped received actions:\n\n" + list(skipped.map(\.action)), at: site)
    state = last.state
    shared = last.shared
  }

  /// Lets effects run until `isEnough`, or nothing more happens within `timeout`.
  nonisolated(nonsending) func pump(
    _ timeout: Duration, until isEnough: ([ReductionLog<State, Action>.Entry]) -> Bool
  ) async {
    executor.pump()
    guard timeout > .zero else { return }
    let deadline = ContinuousClock.now + timeout
    while !isEnough(log.received) && ContinuousClock.now < deadline {
      await executor.waitForJob(until: deadline)
      executor.pump()
    }
  }
}
