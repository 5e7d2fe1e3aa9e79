import Composable
import ComposableEffectIdentifier

/// A feature that knows nothing of the world: one `@EffectID`, and one plain id.
@Reducer
struct Lonely {
  struct State: Equatable, Sendable {
    var name = ""
  }
  enum Action: Equatable, Sendable {
    case start
    case stop
    case startPlain
    case stopPlain
    case rename(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var work
      switch action {
      case .start: return forever(work)
      case .stop: return .cancel(id: work)
      case .startPlain: return forever("work")
      case .stopPlain: return .cancel(id: "work")
      case .rename(let name):
        state.name = name
        return .none
      }
    }
  }
}

/// An effect that never ends by itself.
func forever<Action>(_ id: some Hashable & Sendable) -> Effect<Action> {
  .run { _ in try await Task.sleep(for: .seconds(100_000)) }.cancellable(id: id)
}

/// Lonely features held in every way there is, and an effect of the parent's own.
@Reducer
struct Crowd {
  struct State: Equatable, Sendable {
    var left = Lonely.State()
    var right = Lonely.State()
    var guest: Lonely.State? = Lonely.State()
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
    var listed: IdentifiedArrayOf<Identified<Int, Lonely.State>> = [
      Identified(Lonely.State(), id: 1), Identified(Lonely.State(), id: 2),
    ]
    var keyed = ["a": Lonely.State(), "b": Lonely.State()]
    var inner = Lonely.State()
    var outer = Lonely.State()
  }
  enum Action: Equatable, Sendable {
    case left(Lonely.Action)
    case right(Lonely.Action)
    case guest(Lonely.Action)
    case rows(IdentifiedAction<Int, Row.Action>)
    case listed(IdentifiedAction<Int, Lonely.Action>)
    case keyed(IdentifiedAction<String, Lonely.Action>)
    case inner(Lonely.Action)
    case outer(Lonely.Action)
    case startPlain
    case stopPlain
    case remove
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Lonely() }
    Scope(state: \.right, action: \.right) { Lonely() }
    Scope(state: \.inner, action: \.inner) { Lonely() }.namespace("inner")
    Scope(state: \.outer, action: \.outer) { Lonely() }.namespace("outer")
    Reduce { state, action in
      switch action {
      case .startPlain: return forever("work")
      case .stopPlain: return .cancel(id: "work")
      case .remove:
        state.rows = []
        state.listed = []
        state.keyed = [:]
        return .none
      default: return .none
      }
    }
    .ifLet(\.guest, action: \.guest) { Lonely() }
    .forEachNamespace(\.rows, action: \.rows) { Row() }
    .forEachNamespace(\.listed, action: \.listed) { Lonely() }
    .forEachNamespaced(\.keyed, action: \.keyed) { Lonely() }
  }

  /// Every child of the parent, each by an action that addresses it.
  enum Child: CaseIterable, Sendable {
    case left, right, guest, row1, row2, listed1, listed2, keyedA, keyedB, inner, outer

    func callAsFunction(_ action: Lonely.Action) -> Crowd.Action {
      switch self {
      case .left: .left(action)
      case .right: .right(action)
      case .guest: .guest(action)
      case .row1: .rows(.element(id: 1, action: .lonely(action)))
      case .row2: .rows(.element(id: 2, action: .lonely(action)))
      case .listed1: .listed(.element(id: 1, action: action))
      case .listed2: .listed(.element(id: 2, action: action))
      case .keyedA: .keyed(.element(id: "a", action: action))
      case .keyedB: .keyed(.element(id: "b", action: action))
      case .inner: .inner(action)
      case .outer: .outer(action)
      }
    }
  }
}

/// A row with an id of its own, around a feature without.
@Reducer
struct Row {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var lonely = Lonely.State()
  }
  @CasePathable
  enum Action: Equatable, Sendable {
    case lonely(Lonely.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.lonely, action: \.lonely) { Lonely() }
  }
}

extension Store {
  /// Cancels what is left and waits for its end, so that a test leaves nothing behind.
  func drain() async {
    await shutdown(deadline: .seconds(10))
  }
}
