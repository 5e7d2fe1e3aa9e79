import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

private enum WordKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}
extension DependencyValues {
  fileprivate var word: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
}

@CasePathable
private enum Outer<Inner: Sendable>: Sendable {
  case inner(Inner)
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct EffectRunTests {
  struct Failure: Error {}

  // MARK: 19

  enum Echo: Sendable {
    case start
    case again
    case heard(String)
  }

  /// Reads the word in an effect, and in an effect of an action that the effect sends.
  func echo(_ words: Journal<String>) -> some Reducer<Int, Echo> {
    @Dependency(\.word) var word
    return Reduce { _, action in
      switch action {
      case .start:
        return .run { send in
          words.note("effect \(word)")
          await send(.again)
        }
      case .again:
        words.note("reducer \(word)")
        return .run { send in await send(.heard(word)) }
      case .heard(let heard):
        words.note("heard \(heard)")
        return .none
      }
    }
  }

  @Test func `19: run inherits the overrides in force where it was returned`() async {
    let words = Journal<String>()
    let store = Store(initialState: 0) {
      echo(words).dependency(\.word, "reducer's")
    } withDependencies: {
      $0.word = "store's"
    }
    await store.send(.start).finish()
    #expect(
      words.entries == ["effect reducer's", "reducer reducer's", "heard reducer's"])
  }

  @Test func `19: overrides reach the effects of actions that the effect sends`() async {
    let words = Journal<String>()
    let store = Store(initialState: 0) {
      // Only where the effect begins is there an override.
      Reduce { (_: inout Int, action: Echo) -> Effect<Echo> in
        guard case .start = action else { return .none }
        return withDependencies {
          $0.word = "overridden"
        } operation: {
          .run { await $0(.again) }
        }
      }
      Reduce { (state: inout Int, action: Echo) -> Effect<Echo> in
        if case .start = action { return .none }
        return echo(words).reduce(into: &state, action: action)
      }
    }
    await store.send(.start).finish()
    store.send(.again)
    await store.idle()
    #expect(words.entries.prefix(2) == ["reducer overridden", "heard overridden"])
    #expect(words.entries.suffix(2) == ["reducer test", "heard test"])
  }

  // MARK: 20

  enum Outcome: Sendable { case cancels, failsCancelled, fails, failsCaught, recovered(String) }

  func makeStore(_ gate: Gate = Gate(), line: UInt = 0) -> Store<[String], Outcome> {
    Store(initialState: []) {
      Reduce { (state: inout [String], action: Outcome) -> Effect<Outcome> in
        switch action {
        case .cancels:
          return .run { _ in throw CancellationError() }
        case .failsCancelled:
          return .run { _ in
            try? await gate.wait()
            throw Failure()
          } catch: { _, send in
            await send(.recovered("cancelled"))
          }
        case .fails:
          return .run(operation: { _ in throw Failure() }, line: line)
        case .failsCaught:
          return .run { _ in
            throw Failure()
          } catch: { error, send in
            await send(.recovered("\(type(of: error))"))
          }
        case .recovered(let from):
          state.append(from)
          return .none
        }
      }
    }
  }

  @Test func `20: a thrown cancellation is silent`() async {
    let store = makeStore()
    let issues = await captureIssues { await store.send(.cancels).finish() }
    #expect(issues.isEmpty)
  }

  @Test func `20: any error after cancellation is silent, and not for the handler either`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let issues = await captureIssues {
      let task = store.send(.failsCancelled)
      await gate.arrival()
      task.cancel()
      await task.finish()
    }
    #expect(issues.isEmpty)
    #expect(store.state.isEmpty)
  }

  @Test func `20: other errors go to the handler, which may send`() async {
    let store = makeStore()
    let issues = await captureIssues { await store.send(.failsCaught).finish() }
    #expect(issues.isEmpty)
    #expect(store.state == ["Failure"])
  }

  @Test func `20: an error without a handler is reported at the run`() async {
    let store = makeStore(line: 77)
    let issues = await captureIssues { await store.send(.fails).finish() }
    #expect(issues.map(\.code) == [.thrownError])
    #expect(issues.first?.site.line == 77)
    #expect(issues.first?.site.fileID.description == #fileID)
    #expect(store.objectsInFlight == 0)
  }

  // MARK: 21

  @Test func `21: Send drops actions once its task is cancelled`() async {
    let gate = Gate()
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        guard action == 0 else { return .none }
        return .run { send in
          await send(1)
          try? await gate.wait()
          await send(2)
        }
      }
    }
    let task = store.send(0)
    await gate.arrival()
    task.cancel()
    let issues = await captureIssues { await task.finish() }
    #expect(store.state == [0, 1])
    #expect(issues.isEmpty)
  }

  @Test func `21: Send drops actions after cancellation by id, whatever task it is used from`()
    async
  {
    let gate = Gate()
    let store = Store(initialState: [String]()) {
      Reduce { (state: inout [String], action: String) -> Effect<String> in
        state.append(action)
        switch action {
        case "start":
          return .run { send in
            await Task {
              try? await gate.wait()
              await send("dropped")
            }.value
          }
          .cancellable(id: 1)
        case "stop":
          return .cancel(id: 1)
        default:
          return .none
        }
      }
    }
    let task = store.send("start")
    await gate.arrival()
    store.send("stop")
    gate.open()
    await task.finish()
    #expect(store.state == ["start", "stop"])
  }

  // MARK: 24

  @Test func `24: priority and name reach the task, through scopes as well`() async {
    let seen = Journal<String>()
    let store = Store(initialState: 0) {
      Scope(state: \.self, action: \Outer<Bool>.AllCasePaths.inner) {
        Reduce { (_: inout Int, isNamed: Bool) -> Effect<Bool> in
          if isNamed {
            return .run(name: "counting", priority: .background) { _ in
              seen.note("\(Task.name ?? "nil") \(Task.currentPriority == .background)")
            }
          }
          return .run(priority: .background) { _ in
            seen.note("\(Task.name ?? "nil") \(Task.currentPriority == .background)")
          }
        }
      }
    }
    await store.send(.inner(true)).finish()
    await store.send(.inner(false)).finish()
    #expect(seen.entries == ["counting true", "nil true"])
  }

  @Test func `24: priority and name reach the task of an effect that follows a sequence`() async {
    let seen = Journal<String>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Int) -> Effect<Int> in
        .follow(name: "following", priority: .background) {
          seen.note("\(Task.name ?? "nil") \(Task.currentPriority == .background)")
          return AsyncStream<Int> { $0.finish() }
        } send: {
          $0
        }
      }
    }
    await store.send(0).finish()
    #expect(seen.entries == ["following true"])
  }

  @Test func `24: several effects of one action keep their own names and priorities`() {
    let seen = Journal<String>()
    let executor = StepExecutor()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .merge(
          ["a", "b", "c"].map { name in
            .run(name: name, priority: name == "b" ? .high : .low) { _ in
              seen.note("\(Task.name ?? "nil") \(Task.basePriority == .high)")
            }
          })
      }
    }
    .run(on: executor)
    store.send(())
    executor.run()
    #expect(seen.entries == ["a false", "b true", "c false"])
  }
}
