import Composable

extension TestStore {
  /// Sends an action and asserts how the state changes.
  ///
  /// Effects are registered but do not run yet: `receive` and `finish` let them.
  /// - Parameter update: turns the state before the action into the one expected after it.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if store.isDismissed {
      fail("Cannot send \(describe(action)): the feature has been dismissed.", at: site)
      return TestStoreTask(task: nil, executor: executor)
    }
    let pending = log.received
    if let last = pending.last {
      switch exhaustivity {
      case .on:
        fail(
          "Must receive \(count(pending.count, "action")) before sending another:\n\n"
            + list(pending.map(\.action)), at: site)
      case .off:
        note("Skipped received actions:\n\n" + list(pending.map(\.action)), at: site)
      }
      // Taken as received in either case: one omission should not fail everything after it.
      _ = log.takeReceived(pending.count)
      state = last.state
      shared = last.shared
    }
    let task = HandPumpedExecutor.$current.withValue(executor) {
      store.send(action, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    guard let entry = log.takeSent() else { return TestStoreTask(task: task, executor: executor) }
    check(entry.state, entry.shared, update, on: .send, at: site)
    return TestStoreTask(task: task, executor: executor)
  }
}

/// The effects of an action that a test sent.
public struct TestStoreTask {
  let task: StoreTask?
  let executor: HandPumpedExecutor

  /// Cancels the action's effects and lets them end.
  nonisolated(nonsending) public func cancel() async {
    task?.cancel()
    executor.pump()
  }

  /// Lets the action's effects run to their end.
  ///
  /// - Parameter timeout: how long to wait for work outside the store's executor.
  nonisolated(nonsending) public func finish(
    timeout: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let task else { return }
    let deadline = ContinuousClock.now + timeout
    executor.pump()
    while !task.isFinished && ContinuousClock.now < deadline {
      await executor.waitForJob(until: deadline)
      executor.pump()
    }
    if !task.isFinished {
      report(
        "Expected the action's effects to finish, but some are still in flight.",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  public var isCancelled: Bool { task?.isCancelled ?? true }
}
