import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// One way in which the only element of a collection can leave it.
struct Removal<Elements>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let perform: @Sendable (inout Elements) -> Void

  init(_ description: String, _ perform: @escaping @Sendable (inout Elements) -> Void) {
    testDescription = description
    self.perform = perform
  }
}

@Suite("33: effects of elements, however they go", .leavesNothingBehind)
struct ElementRemovalTests {
  static let fromLists: [Removal<IdentifiedArrayOf<Worker.State>>] = [
    Removal("nil under its id") { $0[id: 1] = nil },
    Removal("nil in its place") { rows in
      func clear(_ row: inout Worker.State?) { row = nil }
      clear(&rows[id: 1])
    },
    Removal("remove(id:)") { $0.remove(id: 1) },
    Removal("remove(_:)") { $0.remove(Worker.State(id: 1)) },
    Removal("remove(at:)") { $0.remove(at: 0) },
    Removal("remove(atOffsets:)") { $0.remove(atOffsets: [0]) },
    Removal("removeFirst()") { $0.removeFirst() },
    Removal("removeFirst(_:)") { $0.removeFirst(1) },
    Removal("removeLast()") { $0.removeLast() },
    Removal("removeLast(_:)") { $0.removeLast(1) },
    Removal("removeSubrange(_:)") { $0.removeSubrange(0..<1) },
    Removal("removeAll(where:)") { $0.removeAll { $0.id == 1 } },
    Removal("removeAll()") { $0.removeAll() },
    Removal("another list") { $0 = [Worker.State(id: 2)] },
  ]

  @Test(
    "33: an element's effects go with it, in whatever way it leaves its list", arguments: fromLists)
  func lists(removal: Removal<IdentifiedArrayOf<Worker.State>>) async {
    let store = Store(initialState: Workshop.State(rows: [Worker.State(id: 1)])) { Workshop() }
    let own = store.send(.start)
    let element = store.send(.rows(.element(id: 1, action: .start)))
    store.send(.update { removal.perform(&$0.rows) })
    #expect(element.isWindingDown)
    #expect(!own.isWindingDown)
    await store.drain()
  }

  static let fromStacks: [Removal<StackState<Int>>] = [
    Removal("nil under its id") { $0[id: 0] = nil },
    Removal("pop(from:)") { $0.pop(from: 0) },
    Removal("popLast()") { _ = $0.popLast() },
    Removal("removeFirst()") { $0.removeFirst() },
    Removal("removeLast()") { $0.removeLast() },
    Removal("remove(at:)") { $0.remove(at: 0) },
    Removal("removeAll()") { $0.removeAll() },
    Removal("replaceSubrange(_:with:)") { $0.replaceSubrange(0..<1, with: [7]) },
  ]

  @Test(
    "16, 33: an element's effects go with it, in whatever way it leaves its stack",
    arguments: fromStacks)
  func stacks(removal: Removal<StackState<Int>>) async {
    let store = Store(initialState: StackState([5])) {
      Reduce { (state: inout StackState<Int>, action: Pile) in
        guard case .remove = action else { return .none }
        removal.perform(&state)
        return .none
      }
      .forEach(\.self, action: \.path) {
        Reduce { _, _ in .run { _ in try await never() }.cancellable(id: "work") }
      }
    } withDependencies: {
      $0.context = .test
    }
    let element = store.send(.path(.element(id: 0, action: 1)))
    store.send(.remove)
    #expect(element.isWindingDown)
    await store.drain()
  }
}

@CasePathable
private enum Pile: Sendable {
  case path(StackAction<Int, Int>)
  case remove
}
