import Composable
import ComposableEffectIdentifier

/// A feature that does what the commands in its actions say. Real reducers, built from every
/// operator that holds a child.
protocol ProgramFeature: Reducer where State: ProgramState, Action: ProgramAction {
  static var height: Int { get }
  init()
}

protocol ProgramState: Identifiable, Sendable where ID == Int {
  init(_ shown: FeatureState)
  var shown: FeatureState { get }
  mutating func apply(_ edit: Edit)
  var id: Int { get set }
  var count: Int { get set }
  var tag: Int { get set }
}

protocol ProgramAction: Sendable {
  init(_ address: ArraySlice<Slot>, _ content: Content)
  /// What the action carries, and how far below.
  var carried: (content: Content, height: Int) { get }
}

struct LeafFeature: ProgramFeature {
  struct State: ProgramState {
    var id: Int
    var count: Int
    var tag: Int
  }
  struct Action: ProgramAction {
    let content: Content
  }

  static var height: Int { 0 }

  var body: some ReducerOf<Self> {
    Commands<State, Action>(part: .first)
    Commands<State, Action>(part: .second).namespace("second")
  }
}

struct TreeFeature<Child: ProgramFeature>: ProgramFeature {
  struct State: ProgramState {
    var id: Int
    var count: Int
    var tag: Int
    var replacement: Int?
    var left: Child.State
    var right: Child.State
    var inner: Child.State
    var guest: Child.State?
    var rows: IdentifiedArrayOf<Child.State>
    var shelf: [Int: Child.State]
    var mode: TreeMode<Child>
    @Presents var sheet: Child.State?
  }

  enum Action: ProgramAction {
    case own(Command)
    case left(Child.Action)
    case right(Child.Action)
    case inner(Child.Action)
    case guest(Child.Action)
    case rows(IdentifiedAction<Int, Child.Action>)
    case shelf(IdentifiedAction<Int, Child.Action>)
    case modeA(Child.Action)
    case modeB(Child.Action)
    case sheet(PresentationAction<Child.Action>)
  }

  static var height: Int { Child.height + 1 }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Child() }
    Scope(state: \.right, action: \.right) {
      Child().dependency(\.programLevel, overridden(atHeight: Self.height))
    }
    Scope(state: \.inner, action: \.inner) { Child().namespace(\.tag) }
    Scope(state: \.mode, action: \.whole) {
      Scope(state: \.a, action: \.modeA) { Child() }
      EmptyReducer().ifCaseLet(\.b, action: \.modeB) { Child() }
    }
    Commands<State, Action>(part: .first)
      .ifLet(\.guest, action: \.guest) { Child() }
      .forEach(\.rows, action: \.rows) { Child() }
      .forEachNamespace(\.shelf, action: \.shelf) { Child() }
      .ifLet(\.$sheet, action: \.sheet) { Child() }
    Commands<State, Action>(part: .second).namespace("second")
  }
}

enum TreeMode<Child: ProgramFeature>: Sendable {
  case a(Child.State)
  case b(Child.State)
  case neither
}

/// One of a feature's two own reducers.
private struct Commands<State: ProgramState, Action: ProgramAction>: Reducer {
  enum Part { case first, second }
  let part: Part

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let (content, height) = action.carried
    @Dependency(\.programLevel) var level
    @Dependency(\.programRun) var run
    switch (part, content) {
    case (.first, .command(let command)):
      state.count = mixed(state.count, command.label)
      run.note(.reduced(label: command.label, height: height, level: level))
      guard let reaction = height == 0 ? command.reaction : command.above.at(above: height)
      else { return .none }
      for edit in reaction.edits { run.apply(edit, to: &state) }
      return run.effect(reaction.plan)
    case (.first, .dismiss):
      run.note(.dismissed(level: level))
      if height == 0 { state.apply(.replaceDismissed) }
      return .none
    case (.second, .command(let command)):
      guard height == 0, let after = command.after else { return .none }
      state.count = mixed(state.count, command.label)
      run.note(.reducedAfter(label: command.label, level: level))
      return run.effect(after.plan)
    case (.second, .dismiss): return .none
    }
  }
}

extension Effect {
  func cancellable(_ name: Name, inFlight: Bool = false) -> Self {
    switch name {
    case .number(let number): cancellable(id: number, cancelInFlight: inFlight)
    case .byte(let byte): cancellable(id: byte, cancelInFlight: inFlight)
    }
  }
}

private enum ProgramLevelKey: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}

/// One tree of prepared reducers for all programs: preparing it takes longer than a program.
struct PreparedOnce: Reducer {
  typealias State = ProgramRun.Root.State
  typealias Action = ProgramRun.Root.Action

  private static let prepared = ProgramRun.Root()._prepare(_Preparation())

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self.prepared.reduce(into: &state, action: action)
  }

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> { Self.prepared }
}

private enum ProgramRunKey: DependencyKey {
  static let liveValue = ProgramRun()
  static let testValue = ProgramRun()
}

extension DependencyValues {
  /// The program that the store runs.
  var programRun: ProgramRun {
    get { self[ProgramRunKey.self] }
    set { self[ProgramRunKey.self] = newValue }
  }

  /// Tells where an effect was returned.
  var programLevel: Int {
    get { self[ProgramLevelKey.self] }
    set { self[ProgramLevelKey.self] = newValue }
  }
}
