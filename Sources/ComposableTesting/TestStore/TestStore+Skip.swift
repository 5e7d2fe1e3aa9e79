import Composable

extension TestStore {
  /// Lets effects run, then takes all received actions as asserted.
  ///
  /// - Parameter strict: whether it is a failure if there are none.
  nonisolated(nonsending) public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    executor.settle(at: site)
    let received = log.take()
    if received.isEmpty && strict {
      fail(.nothingToSkip, "There were no received actions to skip.", at: site)
    }
    takeAsSkipped(received, at: site)
  }

  /// Lets effects run, then cancels those that are still in flight and lets them end.
  ///
  /// An effect that does not heed its cancellation, or ends outside the store's executor, stays in
  /// flight: `finish(timeout:)` waits for it.
  /// - Parameter strict: whether it is a failure if there are none.
  nonisolated(nonsending) public func cancelInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    executor.settle(at: site)
    let effects = effectInspections
    if effects.isEmpty && strict {
      fail(.nothingToSkip, "There were no effects in flight to cancel.", at: site)
    }
    if !effects.isEmpty {
      noteSkipped("Cancelled \(count(effects.count, "effect")) in flight.", list(effects), at: site)
    }
    inbox.collecting { store.cancelAll() }
    executor.settle(at: site)
  }

  /// The same as ``cancelInFlightEffects(strict:fileID:filePath:line:column:)``, under the name
  /// that it has in TCA.
  nonisolated(nonsending) public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await cancelInFlightEffects(
      strict: strict, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Continues from the state after the last of these actions.
  func takeAsSkipped(_ entries: [ReductionLog<State, Action>.Entry], at site: CallSite) {
    guard let last = entries.last else { return }
    noteSkipped(
      "Skipped \(count(entries.count, "received action")).", list(entries.map(\.action)), at: site)
    state = last.state
    shared = last.shared
  }

  /// Reports the changes that a store that is not exhaustive ignored, if the test requested that.
  func noteSkipped(
    _ message: @autoclosure () -> String, _ details: @autoclosure () -> String, at site: CallSite
  ) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    report(
      ComposableIssue(
        code: .skippedAssertions, message: message(), details: details(), severity: .warning,
        site: site), in: framework)
  }
}
