import Composable

extension TestStore {
  /// Sends an action and asserts how the state changes.
  ///
  /// Effects are registered but do not run yet: `receive` and `finish` run them. Actions received
  /// and not asserted fail the test and then count as received, so that one omission does not fail
  /// everything after it.
  /// - Parameters:
  ///   - action: the action to send.
  ///   - update: turns the state before the action into the one expected after it. Leave it out
  ///     where nothing changes.
  /// - Returns: the action's effects, to cancel or to wait for.
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
      fail(
        .sendAfterDismissal, "\(summary(of: action)) was sent after the feature was dismissed.",
        at: site)
      return TestStoreTask(task: nil, executor: executor, describeEffects: { "" })
    }
    settleReceived(before: action, at: site)
    let task = HandPumpedExecutor.$current.withValue(executor) {
      inbox.collecting {
        store.send(action, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
    if let entry = log.takeSent() { check(entry, update, on: .send, at: site) }
    return TestStoreTask(
      task: task, executor: executor, describeEffects: { [weak self] in self?.listEffects() ?? "" })
  }

  private func settleReceived(before action: Action, at site: CallSite) {
    let pending = log.take()
    guard let last = pending.last else { return }
    guard exhaustivity == .on else { return takeAsSkipped(pending, at: site) }
    fail(
      .actionsBeforeSend,
      "\(count(pending.count, "received action")) must be asserted before "
        + "\(summary(of: action)) is sent.", details: list(pending.map(\.action)), at: site)
    state = last.state
    shared = last.shared
  }
}
