#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// A reducer may call another's `reduce(into:action:)` itself instead of composing it: to wrap it,
// to run it on a part of the state. The other reducer's parts then have no place in the prepared
// tree. They get one when it is called: it is prepared once, at positions of its own. A wrapper,
// which passes on its own state, is swept with it; a reducer that runs on a part gets a node, as
// under `Scope`.

/// Runs a composed reducer that was not prepared because another one calls it itself.
func call<Child: Reducer>(
  _ child: Child, into state: inout Child.State, action: Child.Action
) -> Effect<Child.Action> {
  guard let stage = Reduction.current?.stage else {
    return child._prepare(_Preparation()).reduce(into: &state, action: action)
  }
  return withUnsafeMutablePointer(to: &state) { state in
    let called = stage.called(child, on: UnsafeRawPointer(state))
    return called?.reduce(into: &state.pointee, action: action)
      ?? child._prepare(_Preparation()).reduce(into: &state.pointee, action: action)
  }
}

/// The state on which a reducer was called, as seen from its caller's state.
enum CalledPlace: Equatable {
  /// On all of it: the caller wraps the reducer.
  case whole
  /// On something that is stored in it, so many bytes from its beginning.
  case part(offset: Int)
  /// On a copy, a row, or anything else whose address does not identify it.
  case elsewhere

  init<Part>(of part: UnsafeRawPointer, as _: Part.Type, in caller: ReducerStage.Caller) {
    let offset = part - caller.state
    if offset == 0 && ObjectIdentifier(Part.self) == caller.stateType {
      self = .whole
    } else if offset >= 0 && offset + MemoryLayout<Part>.size <= caller.stateSize {
      self = .part(offset: offset)
    } else {
      self = .elsewhere
    }
  }
}

protocol CalledReducer: AnyObject {
  var place: CalledPlace { get }
  var hasChildren: Bool { get }
  var watchesChanges: Bool { get }
  /// The prepared reducer.
  var whole: AnyObject { get }
  /// - Parameter state: where the caller's state is, on all of which the reducer was called.
  func sweep(_ state: UnsafeRawPointer, below node: CancellationNode, _ sweep: inout Sweep)
}

/// One reducer called at one place of its caller's state.
final class _CalledReducer<Child: Reducer>: CalledReducer {
  let place: CalledPlace
  private let position: Int
  private var child: Child
  private var prepared: _PreparedReducer<Child.State, Child.Action>
  private var isReported = false

  init(_ child: Child, at place: CalledPlace, position: Int) {
    self.place = place
    self.position = position
    self.child = child
    prepared = child._prepare(_Preparation(within: position))
  }

  /// Prepares again if `other` is another value. Its positions stay, and so do its effects' places.
  func update(_ other: Child) {
    let isSame = withUnsafeBytes(of: child) { old in
      withUnsafeBytes(of: other) { new in
        old.count == 0 || memcmp(old.baseAddress!, new.baseAddress!, old.count) == 0
      }
    }
    if isSame { return }
    child = other
    prepared = other._prepare(_Preparation(within: position))
  }

  func reduce(into state: inout Child.State, action: Child.Action) -> Effect<Child.Action> {
    let effect = prepared.reduce(into: &state, action: action)
    if effect.isNone || place == .whole { return effect }
    if !isReported { report(effect) }
    return effect.located(at: PathKey(position))
  }

  /// Reports operations that are impossible here, if they would matter.
  private func report(_ effect: Effect<Child.Action>) {
    let problem: String
    if effect.content.isFromBelow {
      problem = "effects of its own children are not cancelled when these children go"
    } else if place == .elsewhere && effect.content.hasID {
      problem = "its effects cannot be told from those of its siblings"
    } else {
      return
    }
    isReported = true
    reportIssue(
      .calledByHand,
      "\(Child.self) was run by a call to reduce(into:action:) on a part of its caller's state, "
        + "where \(problem): compose it with Scope, ifLet or forEach.",
      at: CallSite())
  }

  var hasChildren: Bool { prepared.hasChildren }
  var watchesChanges: Bool { prepared.watchesChanges }
  var whole: AnyObject { prepared }

  func sweep(_ state: UnsafeRawPointer, below node: CancellationNode, _ sweep: inout Sweep) {
    prepared.sweep(
      state.assumingMemoryBound(to: Child.State.self).pointee, below: node, &sweep)
  }
}

extension Effect.Content {
  /// Whether any of it comes from a composition inside the reducer that returned it.
  fileprivate var isFromBelow: Bool {
    switch self {
    case .none, .send: false
    case .run(let run): !run.path.isEmpty
    case .cancel(let cancellation): !cancellation.path.isEmpty
    case .merge(let parts): parts.contains(where: \.isFromBelow)
    case .concatenate(let sequence): sequence.parts.contains(where: \.isFromBelow)
    }
  }

  fileprivate var hasID: Bool {
    switch self {
    case .none, .send: false
    case .run(let run): !run.slots.isEmpty
    case .cancel: true
    case .merge(let parts): parts.contains(where: \.hasID)
    case .concatenate(let sequence):
      !sequence.slots.isEmpty || sequence.parts.contains(where: \.hasID)
    }
  }
}
