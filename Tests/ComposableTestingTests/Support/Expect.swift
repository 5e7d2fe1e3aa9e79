import Composable
import Testing

/// Expects exactly one issue: its code, its sentence, and the line it points to.
func expect(
  _ issues: [ComposableIssue], _ code: ComposableIssue.Code, _ message: String,
  details: String = "",
  line: UInt, fileID: StaticString = #fileID, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(issues.count == 1, "\(issues)", sourceLocation: sourceLocation)
  guard let issue = issues.first else { return }
  // CustomDump sets its differences in a minus sign and in spaces as wide as a figure.
  let text = issue.details.replacing("\u{2212}", with: "-").replacing("\u{2007}", with: " ")
  #expect(issue.code == code, sourceLocation: sourceLocation)
  #expect(issue.message == message, sourceLocation: sourceLocation)
  #expect(
    details.isEmpty ? text.isEmpty : text.contains(details), "\(text)",
    sourceLocation: sourceLocation)
  #expect(issue.site.line == line, sourceLocation: sourceLocation)
  #expect("\(issue.site.fileID)" == "\(fileID)", sourceLocation: sourceLocation)
}
