import Composable
import CustomDump
import IssueReporting

enum AssertedStep {
  case send
  case receive
  case assert

  var phrase: String {
    switch self {
    case .send: "sending"
    case .receive: "receiving"
    case .assert: "asserting"
    }
  }
}

extension TestStore {
  /// Compares what an action did with what the test says it does; takes it as asserted.
  func check(
    _ actual: State, _ actualShared: SharedSnapshot,
    _ update: ((inout State) throws -> Void)?, on step: AssertedStep, at site: CallSite
  ) {
    let isExhaustive = exhaustivity == .on
    let before = isExhaustive ? state : actual
    let sharedBefore = isExhaustive ? shared : actualShared
    var expected = before
    var expectedShared = sharedBefore
    defer {
      state = actual
      shared = actualShared
    }
    if let update {
      do {
        expectedShared = try sharedBefore.asserting { try update(&expected) }
      } catch {
        fail("The closure threw an error: \(error)", at: site)
        return
      }
    }
    if expected != actual {
      let difference =
        diff(expected, actual, format: .proportional)
        ?? "(Expected and actual state differ but read the same.)"
      fail(
        update == nil
          ? "State was not expected to change on \(step.phrase), but it did:\n\n\(difference)"
          : "State did not change as expected on \(step.phrase):\n\n\(difference)",
        at: site)
    } else if let change = expectedShared.difference(from: actualShared) {
      fail("Shared state did not change as expected on \(step.phrase):\n\n\(change)", at: site)
    } else if isExhaustive, step != .assert, update != nil, expected == before,
      expectedShared.difference(from: sharedBefore) == nil
    {
      fail(
        "Expected state to change on \(step.phrase), but it did not. Leave out the closure.",
        at: site)
    }
  }

  func fail(_ message: String, at site: CallSite) { report(message, at: site) }

  /// Says what non-exhaustive testing let pass, if it was asked to.
  func note(_ message: String, at site: CallSite) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    print("\(site.fileID):\(site.line): \(message)")
  }

  func list(_ actions: [Action]) -> String {
    actions.map { "• \(describe($0))" }.joined(separator: "\n")
  }

  func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

func report(_ message: String, at site: CallSite) {
  IssueReporting.reportIssue(
    message, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
}

func describe(_ value: Any) -> String {
  var text = ""
  customDump(value, to: &text)
  return text
}

/// The dotted name in a case key path.
func name(of keyPath: AnyKeyPath) -> String {
  "\\" + String(describing: keyPath).drop { $0 != "." }.replacing("AllCasePaths.", with: "")
}
