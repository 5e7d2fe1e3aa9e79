import Composable

/// A browser of pages, each pushed on top of the one before: what stack tests run.
@Reducer
struct Navigator {
  @Reducer
  enum Path {
    case page(Page)
    case settings(Worker)
  }

  struct State: Equatable, Sendable {
    var path = StackState<Path.State>()
    var isWorking = false
  }

  enum Action: Sendable {
    case open(Int)
    case start
    case stop
    case update(@Sendable (inout State) -> Void)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let number):
        state.path.append(.page(Page.State(number: number)))
        return .none
      case .start:
        return .run { _ in try await never() }.cancellable(id: "work")
      case .stop:
        return .cancel(id: "work")
      case .update(let update):
        update(&state)
        return .none
      case .path(.element(let id, .page(.openNext))):
        let number = state.path[id: id, case: \.page]?.number ?? 0
        state.path.append(.page(Page.State(number: number + 1)))
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Navigator.Path.State: Equatable {}

@Reducer
struct Page {
  struct State: Equatable, Sendable {
    var number: Int
    var visits = 0
  }
  enum Action: Sendable {
    case visit
    case openNext
    case work
    case stop
    case close
    case visitLater
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .visit:
        state.visits += 1
        return .none
      case .openNext:
        return .none
      case .work:
        return .run { _ in try await never() }.cancellable(id: "work")
      case .stop:
        return .cancel(id: "work")
      case .close:
        return .run { _ in await dismiss() }
      case .visitLater:
        return .run { send in await send(.visit) }
      }
    }
  }
}

extension StackState {
  /// Elements under the ids 0, 1, …, wherever it is made.
  static func numbered(_ elements: Element...) -> Self {
    withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      Self(elements)
    }
  }
}
