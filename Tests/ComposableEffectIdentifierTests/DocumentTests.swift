import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct DocumentTests {
  @Test func `many documents of one type in one process never collide`() async {
    let documents = (0..<200).map { _ in Store(initialState: Crowd.State()) { Crowd() } }
    for document in documents {
      for child in Crowd.Child.allCases {
        document.send(child(.start))
        document.send(child(.startPlain))
      }
    }
    for (index, document) in documents.enumerated() where index.isMultiple(of: 2) {
      for child in Crowd.Child.allCases { document.send(child(.stop)) }
      document.send(.stopPlain)
      await document.drain()
    }
    for (index, document) in documents.enumerated() {
      let expected = index.isMultiple(of: 2) ? 0 : 2 * Crowd.Child.allCases.count
      #expect(document.effectsInFlight == expected)
    }
    for document in documents { await document.drain() }
  }

  @Test func `documents with equal namespaces do not collide either`() async {
    func open() -> Store<Crowd.State, Crowd.Action> {
      Store(initialState: Crowd.State()) { Crowd().namespace("same") }
    }
    let (first, second) = (open(), open())
    let kept = second.send(.left(.start))
    let stopped = first.send(.left(.start))
    first.send(.left(.stop))
    #expect(stopped.isWindingDown)
    #expect(!kept.isWindingDown)
    await first.drain()
    await second.drain()
  }

  @Test func `documents in one store are set apart by the id of the list`() async {
    struct Documents: Reducer {
      typealias State = [String: Crowd.State]
      enum Action: CasePathable, Sendable {
        case documents(IdentifiedAction<String, Crowd.Action>)
        struct AllCasePaths: Sendable {
          var documents: CasePath<Action, IdentifiedAction<String, Crowd.Action>> {
            CasePath(
              embed: { .documents($0) },
              extract: { if case .documents(let action) = $0 { action } else { nil } })
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some Reducer<State, Action> {
        EmptyReducer().forEachNamespace(\.self, action: \.documents) { Crowd() }
      }
    }
    let store = Store(initialState: ["a": Crowd.State(), "b": Crowd.State()]) { Documents() }
    let kept = store.send(.documents(.element(id: "b", action: Crowd.Child.listed1(.start))))
    let stopped = store.send(.documents(.element(id: "a", action: Crowd.Child.listed1(.start))))
    store.send(.documents(.element(id: "a", action: Crowd.Child.listed1(.stop))))
    #expect(stopped.isWindingDown)
    #expect(!kept.isWindingDown)
    await store.drain()
  }
}
