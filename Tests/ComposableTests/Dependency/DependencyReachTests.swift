import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

private final class Instance: Sendable {}

private enum InstanceKey: DependencyKey {
  static var liveValue: Instance { Instance() }
}
private enum PlaceKey: TestDependencyKey {
  static let testValue = "nowhere"
}
extension DependencyValues {
  fileprivate var instance: Instance { self[InstanceKey.self] }
  fileprivate var place: String {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }
}

@Suite("18, 19: how far overrides reach", .leavesNothingBehind, .timeLimit(.minutes(1)))
struct DependencyReachTests {
  @Test("18: what a reducer overrides for a while it has no longer afterwards")
  func reducer() {
    let store = Store(initialState: [String]()) {
      Reduce { (state: inout [String], _: Int) in
        withDependencies {
          $0.place = "inside"
        } operation: {
          state.append(DependencyValues.current.place)
        }
        state.append(DependencyValues.current.place)
        return .none
      }
    } withDependencies: {
      $0.place = "outside"
    }
    store.send(1)
    store.send(2)
    #expect(store.state == ["inside", "outside", "inside", "outside"])
  }

  @Test("19: an effect's overrides hold for all that its actions lead to")
  func consequences() async {
    let stored = Effect<String>.run { send in
      await send("stored in \(DependencyValues.current.place)")
    }
    let store = Store(initialState: [String]()) {
      Reduce { (state: inout [String], action: String) -> Effect<String> in
        switch action {
        case "start":
          return withDependencies {
            $0.place = "here"
          } operation: {
            .run { send in await send("go on") }
          }
        case "go on":
          return .merge(.send("sent"), .concatenate(.run { _ in }, .send("concatenated")), stored)
        default:
          state.append("\(action): \(DependencyValues.current.place)")
          return .none
        }
      }
    }
    await store.send("start").finish()
    #expect(
      store.state.sorted() == ["concatenated: here", "sent: here", "stored in here: here"])
  }

  @Test("32: an effect belongs to its store under overrides of its own, too")
  func effect() async {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isStart: Bool) in
        if isStart { return .run { _ in try await never() }.cancellable(id: "work") }
        return .run { _ in
          withDependencies {
            $0.place = "here"
          } operation: {
            Task.cancel(id: "work")
          }
        }
      }
    }
    let task = store.send(true)
    let issues = await captureIssues { await store.send(false).finish() }
    #expect(issues.isEmpty)
    #expect(task.isWindingDown)
    await store.drain()
  }

  @Test func `a live value is made once for all stores`() {
    let seen = Journal<Instance>()
    for _ in 1...2 {
      let store = Store(initialState: 0) {
        Reduce { (_: inout Int, _: Int) in
          seen.note(DependencyValues.current.instance)
          return .none
        }
      } withDependencies: {
        $0.context = .live
      }
      store.send(0)
    }
    #expect(seen.entries.count == 2)
    #expect(seen.entries.first === seen.entries.last)
  }

  @Test func `a store has a shared memory of its own wherever it is made`() {
    let outer = SharedMemory()
    let store = withDependencies {
      $0.sharedMemory = outer
    } operation: {
      Store(initialState: 0) { EmptyReducer<Int, Int>() }
    }
    #expect(store.dependencies.sharedMemory !== outer)
  }

  @Test func `a uuid made from a number shows it to the last byte`() {
    #expect(UUID(0x0102_0304_0506_0708).uuidString == "00000000-0000-0000-0102-030405060708")
  }
}
