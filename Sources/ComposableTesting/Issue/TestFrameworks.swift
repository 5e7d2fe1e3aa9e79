import Composable
import Foundation

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The framework whose test fails. Both are addressed directly, so that a test target needs to
/// link nothing but this library.
enum TestFramework: Sendable {
  case swiftTesting
  case xctest

  /// The framework of the test that this code runs in.
  ///
  /// Only tasks of a Swift Testing test know their test. Elsewhere the process's arguments decide,
  /// because an issue given to the framework that is not running would be lost.
  static var current: Self {
    #if canImport(Testing)
      if Test.current != nil { return .swiftTesting }
    #endif
    return ofProcess
  }

  private static let ofProcess: Self = {
    let arguments = CommandLine.arguments
    let library = zip(arguments, arguments.dropFirst()).first { $0.0 == "--testing-library" }?.1
    return library == "swift-testing" ? .swiftTesting : .xctest
  }()

  func record(_ issue: ComposableIssue) {
    switch self {
    case .swiftTesting: recordInSwiftTesting(issue)
    case .xctest: recordInXCTest(issue)
    }
  }

  private func recordInSwiftTesting(_ issue: ComposableIssue) {
    #if canImport(Testing)
      let site = issue.site
      Issue.record(
        Comment(rawValue: issue.description),
        severity: issue.severity == .error ? .error : .warning,
        sourceLocation: SourceLocation(
          fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line),
          column: Int(site.column)))
    #else
      printIssue(issue)
    #endif
  }

  private func recordInXCTest(_ issue: ComposableIssue) {
    #if canImport(XCTest)
      // XCTest has no warnings.
      guard issue.severity == .error else { return printIssue(issue) }
      XCTFail(issue.description, file: issue.site.filePath, line: issue.site.line)
    #else
      printIssue(issue)
    #endif
  }

  private func printIssue(_ issue: ComposableIssue) {
    let label = issue.severity == .error ? "error" : "warning"
    let text = "\(issue.site.filePath):\(issue.site.line): \(label): \(issue)\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
