import Composable

extension TestStore {
  /// Lets all effects run to their end, and fails on actions not received and effects still going.
  ///
  /// - Parameter timeout: how long to wait for work outside the store's executor.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await pump(timeout ?? self.timeout) { _ in store.effectsInFlight == 0 }
    checkNothingIsLeft(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      "when the test finished")
  }

  /// Takes all received actions as asserted.
  nonisolated(nonsending) public func skipReceivedActions(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    executor.pump()
    let received = log.received
    guard let last = received.last else {
      fail("There were no received actions to skip.", at: site)
      return
    }
    _ = log.takeReceived(received.count)
    note("Skipped received actions:\n\n" + list(received.map(\.action)), at: site)
    state = last.state
    shared = last.shared
  }

  /// Cancels all effects in flight, as far as they have got.
  nonisolated(nonsending) public func cancelInFlightEffects(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    executor.pump()
    if store.effectsInFlight == 0 {
      fail(
        "There were no effects in flight to cancel.",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    store.cancelAll()
    executor.pump()
  }

  /// The name that this call has in the well-known library.
  nonisolated(nonsending) public func skipInFlightEffects(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await cancelInFlightEffects(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Asserts the state without an action; changes nothing.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) { check(state, shared, $0, on: .assert, at: site) }
  }

  func checkNothingIsLeft(at site: CallSite, _ moment: String) {
    guard exhaustivity == .on else { return }
    let received = log.received
    if !received.isEmpty {
      fail(
        "\(count(received.count, "action")) not received \(moment):\n\n"
          + list(received.map(\.action)), at: site)
    }
    let inFlight = store.effectsInFlight
    if inFlight > 0 {
      fail(
        "\(count(inFlight, "effect")) still in flight \(moment). Advance a clock, cancel the "
          + "effect, or finish what it waits for.", at: site)
    }
  }
}
