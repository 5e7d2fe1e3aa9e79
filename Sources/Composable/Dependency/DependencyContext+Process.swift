import Foundation

extension DependencyContext {
  /// `.test` inside a test runner, `.live` everywhere else.
  static let ofProcess: DependencyContext = {
    let process = ProcessInfo.processInfo
    let name = process.processName
    if name.hasSuffix("xctest") || name == "swiftpm-testing-helper" { return .test }
    if process.arguments.contains(where: { $0.hasSuffix(".xctest") || $0 == "--testing-library" }) {
      return .test
    }
    return process.environment["XCTestConfigurationFilePath"] == nil ? .live : .test
  }()
}
