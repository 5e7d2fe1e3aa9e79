import Composable

/// A feature with one long effect under a plain id: what careless features look like.
@Reducer
struct Worker {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var isWorking = false
    var results: [Int] = []
  }
  enum Action: Sendable {
    case start
    case startInFlight
    case startOther
    case stop
    case stopThenStart
    case worked(Int)
    case finish
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return work
      case .startInFlight:
        return .run { _ in try await never() }.cancellable(id: "work", cancelInFlight: true)
      case .startOther:
        return .run { _ in try await never() }.cancellable(id: "other")
      case .stop:
        return .cancel(id: "work")
      case .stopThenStart:
        return .merge(.cancel(id: "work"), work)
      case .worked(let number):
        state.results.append(number)
        return .none
      case .finish:
        return .none
      }
    }
  }

  private var work: Effect<Action> {
    .run { _ in try await never() }.cancellable(id: "work")
  }
}

/// Two siblings of one feature, one optional, one list: every way to hold a child.
@Reducer
struct Workshop {
  struct State: Equatable, Sendable {
    var left = Worker.State(id: 1)
    var right = Worker.State(id: 2)
    var guest: Worker.State?
    var rows: IdentifiedArrayOf<Worker.State> = []
    var shelf: [String: Worker.State] = [:]
    @Presents var sheet: Worker.State?
  }
  enum Action: Sendable {
    case left(Worker.Action)
    case right(Worker.Action)
    case guest(Worker.Action)
    case rows(IdentifiedActionOf<Worker>)
    case shelf(IdentifiedAction<String, Worker.Action>)
    case sheet(PresentationAction<Worker.Action>)
    case start
    case stop
    case update(@Sendable (inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Worker() }
    Scope(state: \.right, action: \.right) { Worker() }
    Reduce { state, action in
      switch action {
      case .start:
        return .run { _ in try await never() }.cancellable(id: "work")
      case .stop:
        return .cancel(id: "work")
      case .update(let update):
        update(&state)
        return .none
      case .guest(.finish):
        state.guest = nil
        return .none
      case .rows(.element(let id, .finish)):
        state.rows.remove(id: id)
        return .none
      default:
        return .none
      }
    }
    .ifLet(\.guest, action: \.guest) { Worker() }
    .forEach(\.rows, action: \.rows) { Worker() }
    .forEach(\.shelf, action: \.shelf) { Worker() }
    .ifLet(\.$sheet, action: \.sheet) { Worker() }
  }
}

extension Store {
  /// Cancels what is left and waits for its end, so that a test leaves nothing behind.
  func drain() async {
    await shutdown(deadline: .seconds(10))
  }
}
