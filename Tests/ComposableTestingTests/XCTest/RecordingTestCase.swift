import XCTest

/// A test case that shows which failures XCTest was given: `XCTExpectFailure` exists on Apple's
/// platforms only.
///
/// XCTest hands every failure of the running test to its test case. While `recordedFailures` runs,
/// this one keeps them instead of counting them.
class RecordingTestCase: XCTestCase {
  struct Failure {
    let description: String
    let filePath: String
    let line: Int
  }
  private var recorded: [Failure]?

  func recordedFailures(_ body: () async throws -> Void) async rethrows -> [Failure] {
    recorded = []
    defer { recorded = nil }
    try await body()
    return recorded ?? []
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      guard recorded != nil else { return super.record(issue) }
      let location = issue.sourceCodeContext.location
      recorded?.append(
        Failure(
          description: issue.compactDescription, filePath: location?.fileURL.path ?? "",
          line: location?.lineNumber ?? 0))
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard recorded != nil else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      recorded?.append(Failure(description: description, filePath: filePath, line: lineNumber))
    }
  #endif
}
