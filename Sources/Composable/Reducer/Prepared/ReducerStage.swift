/// What one store remembers about its reducers from action to action: they are shared by all stores of
/// one blueprint and remember nothing themselves. Touched under the store's lock only.
package final class ReducerStage {
  /// Who reduces right now by a `reduce(into:action:)` of its own, and on what state: for reducers
  /// that it calls. Before anybody is known, the store itself.
  struct Caller {
    let id: ObjectIdentifier
    let stateType: ObjectIdentifier
    let stateSize: Int
    let state: UnsafeRawPointer
  }
  @exclusivity(unchecked) var caller: Caller?

  /// Whether there is any `onAnyChange`.
  @exclusivity(unchecked) var watchesChanges = false
  @exclusivity(unchecked) private var round: UInt64 = 0

  private var calls: [ObjectIdentifier: [any CalledReducer]] = [:]
  private struct Entry {
    weak var owner: AnyObject?
    let note: AnyObject
  }
  private var notes: [ObjectIdentifier: Entry] = [:]
  private var notesBeforePruning = 64
  /// Positions of called reducers count down: those handed out by preparations count up.
  private var calledPosition = _Preparation.constantNamespaces - 1

  func takeCalledPosition() -> Int {
    defer { calledPosition -= 1 }
    return calledPosition
  }

  /// What `owner` noted for this store, made when it is first asked for.
  func note<Note: AnyObject>(of owner: AnyObject, make: () -> Note) -> Note {
    if let entry = notes[ObjectIdentifier(owner)], entry.owner === owner,
      let note = entry.note as? Note
    {
      return note
    }
    if notes.count >= notesBeforePruning {
      // Reducers that are prepared anew leave notes behind.
      notes = notes.filter { $0.value.owner != nil }
      notesBeforePruning = max(64, notes.count * 2)
    }
    let note = make()
    notes[ObjectIdentifier(owner)] = Entry(owner: owner, note: note)
    return note
  }

  func nextRound() -> ChangeRound {
    round &+= 1
    return ChangeRound(number: round, stage: self)
  }

  /// What a caller has called on all of its state.
  func wrapped(by caller: ObjectIdentifier) -> [any CalledReducer] {
    if calls.isEmpty { return [] }
    return (calls[caller] ?? []).filter { $0.place == .whole }
  }

  /// `child`, prepared at its place in the state of whoever calls it.
  func called<Child: Reducer>(_ child: Child, on state: UnsafeRawPointer) -> _CalledReducer<Child>?
  {
    guard let caller else { return nil }
    let place = CalledPlace(of: state, as: Child.State.self, in: caller)
    for call in calls[caller.id] ?? [] where call.place == place {
      if let call = call as? _CalledReducer<Child> {
        call.update(child)
        return call
      }
    }
    let call = _CalledReducer(child, at: place, position: takeCalledPosition())
    if call.watchesChanges { watchesChanges = true }
    calls[caller.id, default: []].append(call)
    return call
  }
}
