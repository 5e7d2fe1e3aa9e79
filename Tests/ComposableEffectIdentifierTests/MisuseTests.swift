import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Synchronization
import Testing

/// Each misuse fails the test in which it happens, with its code, at the line to fix.
@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct MisuseTests {
  init() { failTestsOnIssues() }

  /// Runs `body`, which must fail this very test with the code at the line; that failure is known.
  private func expectFailure(
    _ code: ComposableIssue.Code, at line: UInt, _ body: () -> Void
  ) {
    let found = Mutex<[(text: String, line: Int?)]>([])
    withKnownIssue {
      body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      found.withLock { $0.append((text, issue.sourceLocation?.line)) }
      return true
    }
    let (texts, lines) = found.withLock { ($0.map(\.text), $0.map(\.line)) }
    #expect(texts.count == 1)
    #expect(texts.first?.hasSuffix("[\(code.rawValue)]") == true)
    #expect(lines == [Int(line)])
  }

  @Test func `an element that is missing fails the test, at the forEachNamespace`() {
    func send(_ action: Crowd.Action, to rows: some Reducer<Crowd.State, Crowd.Action>) {
      Store(initialState: Crowd.State()) { rows }.send(action)
    }
    let nothing = EmptyReducer<Crowd.State, Crowd.Action>()
    let line: UInt = #line + 1
    let rows = nothing.forEachNamespace(\.rows, action: \.rows) { Row() }
    let listed = nothing.forEachNamespace(\.listed, action: \.listed) { Lonely() }
    let keyed = nothing.forEachNamespaced(\.keyed, action: \.keyed) { Lonely() }
    expectFailure(.missingElement, at: line) {
      send(.rows(.element(id: 9, action: .lonely(.start))), to: rows)
    }
    expectFailure(.missingElement, at: line + 1) {
      send(.listed(.element(id: 9, action: .start)), to: listed)
    }
    expectFailure(.missingElement, at: line + 2) {
      send(.keyed(.element(id: "z", action: .start)), to: keyed)
    }
  }

  @Test func `a namespace that changes under running effects fails the test, at the namespace`()
    async
  {
    let line: UInt = #line + 2
    let store = Store(initialState: Lonely.State(name: "a")) {
      Lonely().namespace(\.name)
    }
    store.send(.start)
    expectFailure(.changedNamespace, at: line) { store.send(.rename("b")) }
    let closureLine: UInt = #line + 2
    let other = Store(initialState: Lonely.State(name: "a")) {
      Lonely().namespace { $0.name }
    }
    other.send(.start)
    expectFailure(.changedNamespace, at: closureLine) { other.send(.rename("b")) }
    await store.drain()
    await other.drain()
  }

  @Test func `cancelling by an identifier outside any store fails the test, at the call`() {
    @EffectID var work
    expectFailure(.cancelOutsideStore, at: #line) { Task.cancel(id: work) }
  }

  @Test func `cancelling by an identifier in a reducer, not in an effect, is reported`() async {
    enum Step: Sendable { case start, stop, stopFromEffect }
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, step: Step) in
        @EffectID var work
        switch step {
        case .start: return forever(work)
        case .stop:
          Task.cancel(id: work)
          return .none
        case .stopFromEffect: return .run { send in await send(.stop) }
        }
      }
    }
    let task = store.send(.start)
    // Neither where the reducer runs for an outsider nor where it runs for an effect.
    let issues = await captureIssues {
      store.send(.stop)
      await store.send(.stopFromEffect).finish()
    }
    #expect(issues.map(\.code) == [.cancelOutsideStore, .cancelOutsideStore])
    #expect(!task.isWindingDown)
    await store.drain()
  }

  @Test func `elements with equal ids fail the test, at the array`() {
    expectFailure(.duplicateID, at: #line + 1) {
      _ = IdentifiedArray(uniqueElements: [Row.State(id: 1), Row.State(id: 1)])
    }
  }
}
