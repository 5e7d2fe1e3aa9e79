import Composable
import Synchronization

/// Runs a test and fails it for every test store made in it that is still there afterwards, or
/// whose effects are.
///
/// In Swift Testing, `@Suite(.leavesNothing)` does this for every test of a suite.
nonisolated(nonsending) public func checkingForLeaks(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws -> Void
) async rethrows {
  let check = LeakCheck()
  try await LeakCheck.$current.withValue(check) { try await body() }
  check.report(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// The stores made in one test.
final class LeakCheck: Sendable {
  @TaskLocal static var current: LeakCheck?

  private struct Watched {
    weak var store: AnyObject?
    weak var engine: StoreEngine?
    let name: String
  }
  private let watched = Locked<[Watched]>([])

  func add<State, Action>(_ store: Store<State, Action>) {
    watched.withLock {
      $0.append(
        Watched(store: store, engine: store.backend.control, name: "Store<\(State.self), …>"))
    }
  }

  func report(at site: CallSite) {
    for watched in watched.withLock(\.self) {
      guard let engine = watched.engine else { continue }
      let effects = engine.effectsInFlight
      let message =
        watched.store != nil
        ? "A test's \(watched.name) is still there after the test."
        : "A test's \(watched.name) is gone, but something holds its engine."
      ComposableTesting.report(
        ComposableIssue(
          code: .storeLeaked, message: message, details: "Effects in flight: \(effects).",
          site: site))
    }
  }
}
