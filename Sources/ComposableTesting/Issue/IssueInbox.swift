import Composable
import Synchronization

/// Issues of one test store's effects, kept until the test itself runs again.
///
/// An effect's task has the captures and known issues in force where it was started. If the code
/// that runs the effects reports the issue instead, the issue reaches those in force there, and one
/// of work that escaped to another thread still reaches its test.
final class IssueInbox: Sendable {
  private let framework: TestFramework
  private struct Contents {
    var issues: [ComposableIssue] = []
    var isOpen = true
  }
  private let contents = Locked(Contents())

  init(framework: TestFramework) { self.framework = framework }

  func post(_ issue: ComposableIssue) {
    let isKept = contents.withLock { contents in
      if contents.isOpen { contents.issues.append(issue) }
      return contents.isOpen
    }
    if !isKept { framework.record(issue) }
  }

  /// Reports the issues that have arrived, on the current task.
  func flush() {
    let issues = contents.withLock { contents in
      defer { contents.issues = [] }
      return contents.issues
    }
    for issue in issues { report(issue, in: framework) }
  }

  /// Reports the issues that have arrived, and from now on each immediately.
  func close() {
    contents.withLock { $0.isOpen = false }
    flush()
  }

  /// Runs `body` with this as the reporter of the library's issues, then reports them.
  func collecting<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { flush() }
    return try IssueReporter.$scoped.withValue(
      IssueReporter.Scope { [self] in post($0) }, operation: body)
  }
}
