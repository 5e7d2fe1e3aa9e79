import Composable
import ComposableHTML

/// A feature with something of everything: a counter, a field, rows that come and go.
struct CounterFeature: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var name = ""
    var rows: [Int] = []
    var isLocked = false
    var hidden = 0
  }

  enum Action: Equatable, Sendable {
    case incrementButtonTapped
    case decrementButtonTapped
    case nameChanged(String)
    case formSubmitted(name: String, tags: [String])
    case rowTapped(Int)
    case hiddenChange
    case lock
    case loadButtonTapped
    case loaded(Int)
  }

  var load: @Sendable () async -> Int = { 0 }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped: state.count += 1
      case .decrementButtonTapped: state.count -= 1
      case .nameChanged(let name): state.name = name
      case .formSubmitted(let name, let tags): state.name = ([name] + tags).joined(separator: "+")
      case .rowTapped(let row): state.rows.removeAll { $0 == row }
      case .hiddenChange: state.hidden += 1
      case .lock: state.isLocked = true
      case .loadButtonTapped: return .run { send in await send(.loaded(load())) }
      case .loaded(let count): state.count = count
      }
      return .none
    }
  }
}

struct CounterPage: HTML {
  let state: CounterFeature.State
  let send: ActionSender<CounterFeature.Action>

  var body: some HTML {
    p(id: "count") { "Count: \(state.count)" }
    button(id: "increment", .disabled(state.isLocked)) { "More" }
      .on(.click, send(.incrementButtonTapped))
      .on(.hold(milliseconds: 3000), send(.decrementButtonTapped))
    button(id: "load", .aria("label", "Load it")) { "…" }
      .on(.click, send(.loadButtonTapped))
    form(id: "form") {
      input(id: "name", .name("name"), .value(state.name))
        .on(.input, send { .nameChanged($0) })
      input(.type(.checkbox), .name("tag"), .value("a"), .checked())
      input(.type(.checkbox), .name("tag"), .value("b"))
    }
    .on(
      .submit,
      send { fields in
        guard let name = fields["name"], !name.isEmpty else { return nil }
        return .formSubmitted(name: name, tags: fields.all("tag"))
      })
    ul {
      for row in state.rows {
        li(id: "row-\(row)") { "Row \(row)" }
          .on(.click, send(.rowTapped(row)))
      }
    }
  }

  static let view = LiveView<CounterFeature.State, CounterFeature.Action> { state, _, send in
    CounterPage(state: state, send: send)
  }
}

typealias CounterSession = LiveSession<CounterFeature.State, CounterFeature.Action>

func counterStore(
  _ state: CounterFeature.State = .init(), load: @escaping @Sendable () async -> Int = { 0 }
) -> StoreOf<CounterFeature> {
  Store(initialState: state) { CounterFeature(load: load) }
}

func counterSession(
  _ state: CounterFeature.State = .init(), clock: ManualLiveClock = ManualLiveClock(),
  epoch: String = "e1"
) -> CounterSession {
  LiveSession(
    store: counterStore(state), view: CounterPage.view, clock: clock.clock, epoch: epoch)
}
