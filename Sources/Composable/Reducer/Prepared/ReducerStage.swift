/// One store's memory of its reducers from action to action: the reducers are shared by all stores
/// of one blueprint and have no memory themselves. Touched under the store's lock only.
package final class ReducerStage {
  /// The reducer that is running a `reduce(into:action:)` of its own right now, and its state: for
  /// reducers that it calls. At first, the store itself.
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

  /// The note of `owner` for this store, made at the first call.
  func note<Note: AnyObject>(of owner: AnyObject, make: () -> Note) -> Note {
    if let entry = notes[ObjectIdentifier(owner)], entry.owner === owner,
      let note = entry.note as? Note
    {
      return note
    }
    if notes.count >= notesBeforePruning {
      // Reducers that are prepared again leave notes behind.
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

  /// The reducers that a caller has called on all of its state.
  func wrapped(by caller: ObjectIdentifier) -> [any CalledReducer] {
    if calls.isEmpty { return [] }
    return (calls[caller] ?? []).filter { $0.place == .whole }
  }

  /// `child`, prepared at its place in the state of its caller.
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
