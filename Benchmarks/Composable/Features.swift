import Composable

// Written by hand, as the macros would write it, so that benchmarks build without them.

struct Counter: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
  }
  enum Action: Sendable {
    case increment
    case start
    case watch
    case stop
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count &+= 1
        return .none
      case .start:
        return .run { send in await send(.increment) }
      case .watch:
        return .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: 1)
      case .stop:
        return .cancel(id: 1)
      }
    }
  }
}

/// A feature around another: five of them make a deep app.
struct Layer<Inner: Reducer>: Reducer {
  let inner: Inner
  let initial: Inner.State

  struct State: Sendable {
    var inner: Inner.State
    var number = 0
  }
  enum Action: Sendable, CasePathable {
    case inner(Inner.Action)

    struct AllCasePaths: Sendable {
      var inner: CasePath<Action, Inner.Action> {
        CasePath(
          embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } },
          visit: { if case .inner(let value) = $0 { $1(value) } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { inner }
  }
}

/// The same five layers as concrete types.
struct Layer1: Reducer {
  struct State: Sendable {
    var inner = Counter.State()
    var number = 0
  }
  enum Action: Sendable, CasePathable {
    case inner(Counter.Action)
    struct AllCasePaths: Sendable {
      var inner: CasePath<Action, Counter.Action> {
        CasePath(
          embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } },
          visit: { if case .inner(let value) = $0 { $1(value) } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Counter() }
  }
}

struct Layer2: Reducer {
  struct State: Sendable {
    var inner = Layer1.State()
    var number = 0
  }
  enum Action: Sendable, CasePathable {
    case inner(Layer1.Action)
    struct AllCasePaths: Sendable {
      var inner: CasePath<Action, Layer1.Action> {
        CasePath(
          embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } },
          visit: { if case .inner(let value) = $0 { $1(value) } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Layer1() }
  }
}

struct Layer3: Reducer {
  struct State: Sendable {
    var inner = Layer2.State()
    var number = 0
  }
  enum Action: Sendable, CasePathable {
    case inner(Layer2.Action)
    struct AllCasePaths: Sendable {
      var inner: CasePath<Action, Layer2.Action> {
        CasePath(
          embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } },
          visit: { if case .inner(let value) = $0 { $1(value) } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Layer2() }
  }
}

struct Layer4: Reducer {
  struct State: Sendable {
    var inner = Layer3.State()
    var number = 0
  }
  enum Action: Sendable, CasePathable {
    case inner(Layer3.Action)
    struct AllCasePaths: Sendable {
      var inner: CasePath<Action, Layer3.Action> {
        CasePath(
          embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } },
          visit: { if case .inner(let value) = $0 { $1(value) } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Layer3() }
  }
}

struct Layer5: Reducer {
  struct State: Sendable {
    var inner = Layer4.State()
    var number = 0
  }
  enum Action: Sendable, CasePathable {
    case inner(Layer4.Action)
    struct AllCasePaths: Sendable {
      var inner: CasePath<Action, Layer4.Action> {
        CasePath(
          embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } },
          visit: { if case .inner(let value) = $0 { $1(value) } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Layer4() }
  }
}

struct Rows: Reducer {
  struct State: Sendable {
    var rows: IdentifiedArrayOf<Counter.State> = []
  }
  enum Action: Sendable, CasePathable {
    case rows(IdentifiedAction<Int, Counter.Action>)
    struct AllCasePaths: Sendable {
      var rows: CasePath<Action, IdentifiedAction<Int, Counter.Action>> {
        CasePath(
          embed: { .rows($0) }, extract: { if case .rows(let value) = $0 { value } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.rows, action: \.rows) { Counter() }
  }
}

/// Five features side by side, as a session's app has them.
struct FiveFeatures: Reducer {
  struct State: Sendable {
    var first = Counter.State()
    var second = Counter.State()
    var third = Counter.State()
    var fourth = Counter.State()
    var fifth = Counter.State()
  }
  enum Action: Sendable, CasePathable {
    case first(Counter.Action)
    case second(Counter.Action)
    case third(Counter.Action)
    case fourth(Counter.Action)
    case fifth(Counter.Action)
    struct AllCasePaths: Sendable {
      var first: CasePath<Action, Counter.Action> {
        CasePath(
          embed: { .first($0) }, extract: { if case .first(let value) = $0 { value } else { nil } })
      }
      var second: CasePath<Action, Counter.Action> {
        CasePath(
          embed: { .second($0) },
          extract: { if case .second(let value) = $0 { value } else { nil } })
      }
      var third: CasePath<Action, Counter.Action> {
        CasePath(
          embed: { .third($0) }, extract: { if case .third(let value) = $0 { value } else { nil } })
      }
      var fourth: CasePath<Action, Counter.Action> {
        CasePath(
          embed: { .fourth($0) },
          extract: { if case .fourth(let value) = $0 { value } else { nil } })
      }
      var fifth: CasePath<Action, Counter.Action> {
        CasePath(
          embed: { .fifth($0) }, extract: { if case .fifth(let value) = $0 { value } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Counter() }
    Scope(state: \.second, action: \.second) { Counter() }
    Scope(state: \.third, action: \.third) { Counter() }
    Scope(state: \.fourth, action: \.fourth) { Counter() }
    Scope(state: \.fifth, action: \.fifth) { Counter() }
  }
}
