public import Composable
import Synchronization

/// Runs `body` and returns the issues reported meanwhile, by it and by the effects it starts or
/// lets run, instead of failing the test for them.
///
/// Issues that such effects report after `body` has returned fail the test as usual.
public func captureIssues(_ body: () throws -> Void) rethrows -> [ComposableIssue] {
  let captured = CapturedIssues(outer: IssueReporter.scoped)
  try IssueReporter.$scoped.withValue(IssueReporter.Scope { captured.append($0) }) { try body() }
  return captured.close()
}

/// Runs `body` and returns the issues reported meanwhile, by it and by the effects it starts or
/// lets run, instead of failing the test for them.
///
/// Issues that such effects report after `body` has returned fail the test as usual.
nonisolated(nonsending) public func captureIssues(
  _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [ComposableIssue] {
  let captured = CapturedIssues(outer: IssueReporter.scoped)
  try await IssueReporter.$scoped.withValue(IssueReporter.Scope { captured.append($0) }) {
    try await body()
  }
  return captured.close()
}

private final class CapturedIssues: Sendable {
  private let outer: IssueReporter.Scope?
  /// Nil once the capture is over.
  private let issues = Locked<[ComposableIssue]?>([])

  init(outer: IssueReporter.Scope?) { self.outer = outer }

  func append(_ issue: ComposableIssue) {
    let isCaptured = issues.withLock { issues in
      issues?.append(issue)
      return issues != nil
    }
    if !isCaptured { report(issue, to: outer) }
  }

  func close() -> [ComposableIssue] {
    issues.withLock { issues in
      defer { issues = nil }
      return issues ?? []
    }
  }
}

/// Fails the test, unless issues are captured here.
func report(_ issue: ComposableIssue, in framework: TestFramework = .current) {
  if let scoped = IssueReporter.scoped { scoped(issue) } else { framework.record(issue) }
}

private func report(_ issue: ComposableIssue, to outer: IssueReporter.Scope?) {
  if let outer { outer(issue) } else { TestFramework.current.record(issue) }
}
