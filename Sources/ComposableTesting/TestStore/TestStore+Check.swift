import Composable
import CustomDump

enum AssertedStep {
  case send
  case receive
  case assert
}

extension TestStore {
  /// Asserts the state without an action, in either mode; changes nothing.
  ///
  /// - Parameter update: turns the current state into the expected one, which is the same.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) { update in
      compare(
        Moment(state: state, shared: shared), with: Moment(state: state, shared: shared), update,
        on: .assert, of: { "the assertion" }, at: site)
    }
  }

  /// Compares an action's changes with the test's expectation; marks them as asserted.
  func check(
    _ entry: ReductionLog<State, Action>.Entry, _ update: ((inout State) throws -> Void)?,
    on step: AssertedStep, at site: CallSite
  ) {
    let before = Moment(state: state, shared: shared)
    let actual = Moment(state: entry.state, shared: entry.shared)
    state = actual.state
    shared = actual.shared
    // Described only for a failure: a dump costs more than the step.
    let subject = { (step == .send ? "sending " : "receiving ") + summary(of: entry.action) }
    switch exhaustivity {
    case .on: compare(before, with: actual, update, on: step, of: subject, at: site)
    case .off(let showsSkipped):
      var expected = actual
      expected.shared = actual.shared.numbering(as: before.shared)
      compare(expected, with: actual, update, on: .assert, of: subject, at: site)
      if showsSkipped { noteUnasserted(before, actual, update, of: subject, at: site) }
    }
  }

  struct Moment {
    var state: State
    var shared: SharedSnapshot
  }

  /// Fails unless `update` turns `before` into `actual`.
  private func compare(
    _ before: Moment, with actual: Moment, _ update: ((inout State) throws -> Void)?,
    on step: AssertedStep, of subject: () -> String, at site: CallSite
  ) {
    var expected = before
    do {
      try apply(update, to: &expected)
    } catch {
      fail(.assertionThrew, "The closure of \(subject()) threw an error: \(error)", at: site)
      return
    }
    let sharedChange = expected.shared.difference(from: actual.shared)
    if expected.state != actual.state {
      failState(expected.state, actual.state, isAsserted: update != nil, on: step, subject, site)
    }
    if let sharedChange {
      let isAsserted = expected.shared.difference(from: before.shared) != nil
      fail(
        isAsserted ? .sharedChangeDiffers : .unexpectedSharedChange,
        isAsserted
          ? "Shared state did not change as asserted on \(subject())."
          : "Shared state changed on \(subject()), and nothing was asserted.",
        details: sharedChange, at: site)
    } else if update != nil, step != .assert, expected.state == actual.state,
      expected.state == before.state, expected.shared.difference(from: before.shared) == nil
    {
      fail(
        .nothingChanged, "Nothing changed on \(subject()): leave out the closure.", at: site)
    }
  }

  private func failState(
    _ expected: State, _ actual: State, isAsserted: Bool, on step: AssertedStep,
    _ subject: () -> String,
    _ site: CallSite
  ) {
    let details =
      diff(expected, actual, format: .proportional)
      ?? "Expected and actual state differ but read the same:\n\n\(describe(actual))"
    if isAsserted {
      fail(
        .changeDiffers, "State did not change as asserted on \(subject()).", details: details,
        at: site)
    } else {
      fail(
        step == .receive ? .unexpectedChangeOnReceive : .unexpectedChangeOnSend,
        "State changed on \(subject()), and nothing was asserted.", details: details, at: site)
    }
  }

  /// Runs the test's closure with the store's dependencies in force, on copies of shared values.
  private func apply(
    _ update: ((inout State) throws -> Void)?, to moment: inout Moment
  ) throws {
    guard let update else { return }
    try withDependencies {
      $0 = dependencies
    } operation: {
      moment.shared = try moment.shared.asserting { try update(&moment.state) }
    }
  }

  private func noteUnasserted(
    _ before: Moment, _ actual: Moment, _ update: ((inout State) throws -> Void)?,
    of subject: () -> String, at site: CallSite
  ) {
    var asserted = before
    try? apply(update, to: &asserted)
    let differences = [
      diff(asserted.state, actual.state, format: .proportional),
      asserted.shared.difference(from: actual.shared),
    ].compactMap(\.self)
    guard !differences.isEmpty else { return }
    noteSkipped(
      "Not everything that changed on \(subject()) was asserted.",
      differences.joined(separator: "\n\n"), at: site)
  }

  func fail(
    _ code: ComposableIssue.Code, _ message: String, details: String = "", at site: CallSite
  ) {
    report(
      ComposableIssue(code: code, message: message, details: details, site: site), in: framework)
  }
}
