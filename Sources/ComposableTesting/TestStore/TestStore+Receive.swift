public import Composable
import CustomDump

extension TestStore {
  /// Asserts that effects send an action that `isMatching` accepts, next in order, and how the
  /// state changes.
  ///
  /// - Parameters:
  ///   - isMatching: whether an action is the expected one.
  ///   - timeout: how long to wait for work outside the store's executor; the store's ``timeout``
  ///     if nil. Without such work nothing is waited for.
  ///   - update: turns the state before the action into the one expected after it.
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
      isMatching,
      Expectation(
        description: { "an action that the predicate accepts" }, difference: { _ in nil }),
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
      { path.extract(from: $0) != nil },
      Expectation(
        description: { phrase(for: path, actionCase) }, difference: { _ in nil }),
      timeout: timeout, update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that effects send an action in a case with this value, next in order, and how the
  /// state changes.
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
      Expectation(
        description: { summary(of: path.embed(value)) },
        difference: { path.extract(from: $0).flatMap { diff(value, $0, format: .proportional) } }),
      timeout: timeout, update,
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
      { $0 == action },
      Expectation(
        description: { summary(of: action) },
        difference: { diff(action, $0, format: .proportional) }),
      timeout: timeout, update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension TestStore {
  /// The test's expectation of the next received action.
  fileprivate struct Expectation {
    /// Made only for a failure.
    let description: () -> String
    let difference: (Action) -> String?
  }

  nonisolated(nonsending) fileprivate func receive(
    _ isMatching: (Action) -> Bool,
    _ expected: Expectation,
    timeout: Duration?,
    _ update: ((inout State) throws -> Void)?,
    at site: CallSite
  ) async {
    await executor.settle(at: site, timeout: timeout ?? self.timeout) {
      if store.effectsInFlight == 0 { return true }
      return exhaustivity == .on
        ? log.receivedCount > 0 : log.hasReceived(isMatching)
    }
    if exhaustivity != .on && !skip(until: isMatching, expected, at: site) { return }
    guard let entry = log.takeNext() else { return failNothingReceived(expected, at: site) }
    guard isMatching(entry.action) else {
      fail(
        .differentAction,
        "Expected \(expected.description()), but \(summary(of: entry.action)) was received.",
        details: expected.difference(entry.action) ?? describe(entry.action), at: site)
      // One failure for one mistake: the closure belongs to the action that did not come.
      state = entry.state
      shared = entry.shared
      return
    }
    check(entry, update, on: .receive, at: site)
  }

  /// Skips the actions before the expected one. Fails and skips nothing if only others came.
  private func skip(
    until isMatching: (Action) -> Bool, _ expected: Expectation, at site: CallSite
  ) -> Bool {
    let others = log.received
    if others.isEmpty { return true }
    guard log.hasReceived(isMatching) else {
      fail(
        .actionNotReceived, "Expected \(expected.description()), but only others were received.",
        details: list(others), at: site)
      return false
    }
    takeAsSkipped(log.take { !isMatching($0) }, at: site)
    return true
  }

  private func failNothingReceived(_ expected: Expectation, at site: CallSite) {
    if store.effectsInFlight == 0 {
      fail(
        .nothingPending,
        "Expected \(expected.description()), but nothing was received and no effect is in flight.",
        at: site)
    } else {
      fail(
        .actionNotReceived, "Expected \(expected.description()), but nothing was received.",
        details: listEffects(), at: site)
    }
  }
}
