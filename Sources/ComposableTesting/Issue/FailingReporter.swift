public import Composable
import IssueReporting
import Synchronization

/// Makes issues of the library fail the test they happen in. Test stores and clocks call it.
public func failTestsOnIssues() {
  IssueReporter.install { issue in
    let site = issue.site
    IssueReporting.reportIssue(
      issue.description, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
  }
}

/// Runs `body` and returns the issues that it and the effects it starts report meanwhile.
public func captureIssues(_ body: () throws -> Void) rethrows -> [ComposableIssue] {
  let captured = CapturedIssues()
  try IssueReporter.$scoped.withValue({ captured.append($0) }) { try body() }
  return captured.all
}

/// Runs `body` and returns the issues that it and the effects it starts report meanwhile.
nonisolated(nonsending) public func captureIssues(
  _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [ComposableIssue] {
  let captured = CapturedIssues()
  try await IssueReporter.$scoped.withValue({ captured.append($0) }) { try await body() }
  return captured.all
}

private final class CapturedIssues: Sendable {
  private let issues = Locked<[ComposableIssue]>([])
  func append(_ issue: ComposableIssue) { issues.withLock { $0.append(issue) } }
  var all: [ComposableIssue] { issues.withLock { $0 } }
}
