import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A misuse of the library, reported where it happened: a failure in tests, a warning otherwise.
public struct ComposableIssue: Sendable, CustomStringConvertible {
  /// A stable name for the kind of misuse; <doc:Diagnostics> explains how to fix each.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Whether a test fails for it.
  public enum Severity: Sendable {
    case error
    /// Worth reading; nothing is wrong.
    case warning
  }

  public let code: Code
  /// One sentence.
  public let message: String
  /// The details behind the sentence: a difference, a list. Empty if the sentence is complete.
  public let details: String
  public let severity: Severity
  public let site: CallSite

  public init(
    code: Code, message: String, details: String = "", severity: Severity = .error, site: CallSite
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.severity = severity
    self.site = site
  }

  public var description: String {
    let headline = "\(message) [\(code.rawValue)]"
    return details.isEmpty ? headline : "\(headline)\n\n\(details)"
  }
}

extension ComposableIssue.Code {
  public static let caseMismatch = Self(rawValue: "case-mismatch")
  public static let missingChild = Self(rawValue: "missing-child")
  public static let missingElement = Self(rawValue: "missing-element")
  public static let dismissWithoutChild = Self(rawValue: "dismiss-without-child")
  public static let dismissOutsideEffect = Self(rawValue: "dismiss-outside-effect")
  public static let cancelOutsideStore = Self(rawValue: "cancel-outside-store")
  public static let changedNamespace = Self(rawValue: "changed-namespace")
  public static let thrownError = Self(rawValue: "thrown-error")
  public static let sendAfterEffect = Self(rawValue: "send-after-effect")
  public static let sendAfterShutdown = Self(rawValue: "send-after-shutdown")
  public static let sendDuringReduction = Self(rawValue: "send-during-reduction")
  public static let sendAcrossStores = Self(rawValue: "send-across-stores")
  public static let missingScope = Self(rawValue: "missing-scope")
  public static let calledByHand = Self(rawValue: "called-by-hand")
  public static let duplicateID = Self(rawValue: "duplicate-id")
  public static let sharedNotLoaded = Self(rawValue: "shared-not-loaded")
  public static let sharedNotSaved = Self(rawValue: "shared-not-saved")
  public static let unimplemented = Self(rawValue: "unimplemented")
  public static let mailboxStalled = Self(rawValue: "mailbox-stalled")
  public static let snapshotFailed = Self(rawValue: "snapshot-failed")
}

/// Where issues go. Prints a warning unless tests or an application install something else.
public enum IssueReporter {
  public typealias Report = @Sendable (ComposableIssue) -> Void

  private static let installed = Locked<Report?>(nil)

  /// Issues of the current task and its effects only; wins over the installed reporter.
  @TaskLocal package static var scoped: Scope?

  /// A reporter for a while. A type with a name: the optimiser of Swift 6.3 loses the metadata of a
  /// function type that a task local is bound to in synchronous code, and the process crashes.
  package struct Scope: Sendable {
    private let report: Report

    package init(_ report: @escaping Report) { self.report = report }

    package func callAsFunction(_ issue: ComposableIssue) { report(issue) }
  }

  /// Replaces the process-wide reporter; nil restores the printed warning.
  public static func install(_ report: Report?) {
    installed.withLock { $0 = report }
  }

  static func report(_ issue: ComposableIssue) {
    if let scoped {
      scoped(issue)
    } else if let report = installed.withLock({ $0 }) {
      report(issue)
    } else {
      let site = issue.site
      let text = "\(site.fileID):\(site.line): warning: \(issue)\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
    }
  }
}

/// Reports a misuse of the library at `site`.
package func reportIssue(
  _ code: ComposableIssue.Code,
  _ message: @autoclosure () -> String,
  at site: CallSite
) {
  IssueReporter.report(ComposableIssue(code: code, message: message(), site: site))
}

/// Reports a call of an endpoint that was not provided. `@DependencyClient` calls this.
public func _reportUnimplemented(
  _ name: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    .unimplemented, "Unimplemented: \"\(name)\" was called but not overridden.",
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Thrown by an endpoint of a `@DependencyClient` that was not provided.
public struct UnimplementedEndpoint: Error, Equatable, Sendable {
  public let endpoint: String
  public init(_ endpoint: String) { self.endpoint = endpoint }
}
