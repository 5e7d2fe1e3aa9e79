extension Reducer {
  /// Prints every action this reducer receives, and which lines of its state changed. For
  /// debugging: the state is written out twice per action.
  ///
  /// - Parameter printer: what to print, and where; nil leaves the reducer unchanged.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .changes
  ) -> some Reducer<State, Action> {
    _PrintChanges(base: self, printer: printer)
  }
}

/// Prints the effect of an action on a reducer's state.
public struct _ReducerPrinter<State: Sendable, Action: Sendable>: Sendable {
  let tell: @Sendable (_ action: Action, _ old: State, _ new: State) -> Void

  public init(
    tell:
      @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) ->
      Void
  ) {
    self.tell = tell
  }

  /// The action, and the lines of the state that changed, to standard output.
  public static var changes: Self { changes { print($0) } }

  /// The action, and the lines of the state that changed.
  public static func changes(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, old, new in
      write("received \(action)\n" + difference(from: dumped(old), to: dumped(new)))
    }
  }

  /// The action's case only, to standard output.
  public static var actionLabels: Self {
    Self { action, _, _ in
      let label = Mirror(reflecting: action).children.first?.label
      print("received .\(label ?? String(describing: action))")
    }
  }
}

private func dumped(_ value: Any) -> [Substring] {
  var text = ""
  dump(value, to: &text)
  return text.split(separator: "\n")
}

/// The lines that differ, marked − and +, with nothing in between.
private func difference(from old: [Substring], to new: [Substring]) -> String {
  let changes = new.difference(from: old)
  if changes.isEmpty { return "  (no state change)" }
  let removed = changes.removals.compactMap { change -> String? in
    guard case .remove(_, let line, _) = change else { return nil }
    return "- \(line)"
  }
  let inserted = changes.insertions.compactMap { change -> String? in
    guard case .insert(_, let line, _) = change else { return nil }
    return "+ \(line)"
  }
  return (removed + inserted).joined(separator: "\n")
}

private struct _PrintChanges<Base: Reducer>: _PrimitiveReducer {
  let base: Base
  let printer: _ReducerPrinter<Base.State, Base.Action>?
  typealias State = Base.State
  typealias Action = Base.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    let base = base._prepare(preparation)
    return printer.map { _PreparedPrintChanges(base: base, printer: $0) } ?? base
  }
}

private final class _PreparedPrintChanges<State: Sendable, Action: Sendable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  let base: _PreparedReducer<State, Action>
  let printer: _ReducerPrinter<State, Action>

  init(base: _PreparedReducer<State, Action>, printer: _ReducerPrinter<State, Action>) {
    self.base = base
    self.printer = printer
  }

  override var hasChildren: Bool { base.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let old = state
    let effect = base.reduce(into: &state, action: action)
    printer.tell(action, old, state)
    return effect
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { base.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    base.noticeChanges(in: &state, &round)
  }
}
