import Composable

/// The effects of an action that a test sent.
public struct TestStoreTask {
  let task: StoreTask?
  let executor: HandPumpedExecutor
  let describeEffects: () -> String

  /// Cancels the action's effects and lets them end.
  nonisolated(nonsending) public func cancel(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    task?.cancel()
    executor.settle(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Lets the action's effects, and those of the actions they send, run to their end.
  ///
  /// - Parameter timeout: how long to wait for work outside the store's executor. If something is
  ///   in flight even then, the test fails.
  nonisolated(nonsending) public func finish(
    timeout: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let task else { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await executor.settle(at: site, timeout: timeout) { task.isFinished }
    guard !task.isFinished else { return }
    report(
      ComposableIssue(
        code: .effectsAtFinish, message: "The action's effects are still in flight.",
        details: describeEffects(), site: site))
  }

  /// Whether the action's effects were cancelled through this task.
  public var isCancelled: Bool { task?.isCancelled ?? false }
}
