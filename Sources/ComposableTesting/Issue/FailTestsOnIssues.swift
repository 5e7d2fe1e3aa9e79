import Composable

/// Makes every issue of the library fail the test it happens in, or the run if that is unknown.
///
/// Test stores and clocks call it. A test of plain stores calls it once; calling it again changes
/// nothing. It replaces a reporter installed before.
public func failTestsOnIssues() {
  IssueReporter.install { TestFramework.current.record($0) }
}
