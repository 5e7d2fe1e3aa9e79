import Composable
import Testing

@Reducer
struct SmokeChild {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
  }
  enum Action: Equatable, Sendable {
    case increment
    case start
    case named(id: Int, text: String)
  }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .start:
        return .run { send in
          await send(.increment)
          await dismiss()
        }
      case .named: return .none
      }
    }
  }
}

@DependencyClient
struct SmokeClient: Sendable {
  var load: @Sendable (_ id: Int) async throws -> String
  var list: @Sendable () -> [Int] = { [] }
  var touch: @Sendable (Int, Int) async -> Void
}

@Reducer
struct SmokeParent {
  @Reducer
  enum Destination {
    case child(SmokeChild)
    case alert(AlertState<Alert>)
    enum Alert: Equatable, Sendable { case yes }
  }
  @ObservableState
  struct State: Equatable, Sendable {
    var child = SmokeChild.State()
    var rows: IdentifiedArrayOf<SmokeChild.State> = []
    @Presents var destination: Destination.State?
    @Presents var sheet: SmokeChild.State?
    @Shared(.inMemory("x")) var shared = 0
  }
  enum Action: Sendable {
    case child(SmokeChild.Action)
    case rows(IdentifiedActionOf<SmokeChild>)
    case destination(PresentationAction<Destination.Action>)
    case sheet(PresentationAction<SmokeChild.Action>)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { SmokeChild() }
    Reduce { state, action in
      switch action {
      case .child(.named(id: _, text: let text)):
        _ = text
        return .send(.child(.increment))
      default: return .none
      }
    }
    .forEach(\.rows, action: \.rows) { SmokeChild() }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$sheet, action: \.sheet) { SmokeChild() }
  }
}

extension SmokeParent.Destination.State: Equatable {}

@Test func `features written with macros compile and run`() async {
  let store = Store(initialState: SmokeParent.State()) { SmokeParent() }
  store.send(.child(.increment))
  #expect(store.withState(\.child.count) == 1)
  let task = store.send(.child(.start))
  #expect(store.effectsInFlight == 1)
  await task.finish()
  #expect(store.withState(\.child.count) == 2)
  #expect(store.effectsInFlight == 0)
  let action = SmokeParent.Action.child(.increment)
  #expect(action.is(\.child.increment))
  #expect(!action.is(\.child.start))
}
