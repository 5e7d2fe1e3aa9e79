import Composable

extension TestStore {
  /// Lets all effects run to their end, and fails on actions not received and effects still going.
  ///
  /// - Parameter timeout: how long to wait for work outside the store's executor; the store's
  ///   ``timeout`` if nil. Without such work nothing is waited for.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await executor.settle(at: site, timeout: timeout ?? self.timeout) {
      store.effectsInFlight == 0
    }
    checkNothingIsLeft(at: site, .finish)
  }

  enum End {
    case finish
    case release

    var phrase: String {
      switch self {
      case .finish: "when the test finished"
      case .release: "when the test store was released"
      }
    }
  }

  /// Fails on anything the test has not asserted, once, and marks it as asserted.
  func checkNothingIsLeft(at site: CallSite, _ end: End) {
    let received = log.take()
    let effects = effectInspections.filter { !reportedEffects.contains($0.number) }
    reportedEffects.formUnion(effects.map(\.number))
    guard exhaustivity == .on else {
      takeAsSkipped(received, at: site)
      guard !effects.isEmpty else { return }
      noteSkipped("Skipped \(count(effects.count, "effect")) in flight.", list(effects), at: site)
      return
    }
    if let last = received.last {
      state = last.state
      shared = last.shared
      fail(
        end == .finish ? .actionsAtFinish : .actionsAtRelease,
        "\(count(received.count, "received action")) not asserted \(end.phrase).",
        details: list(received.map(\.action)), at: site)
    }
    if !effects.isEmpty {
      fail(
        end == .finish ? .effectsAtFinish : .effectsAtRelease,
        "\(count(effects.count, "effect")) still in flight \(end.phrase).", details: list(effects),
        at: site)
    }
  }
}
