import Synchronization

/// The values of a process that are stored, as long as they are in use.
///
/// A file, a row, a remote setting exists once, however many stores use it.
final class SharedRegistry: Sendable {
  static let process = SharedRegistry()

  private struct Entry {
    weak var reference: (any AnySharedReference)?
  }
  private let entries = Locked<[SharedID: Entry]>([:])

  func reference<Value>(
    for id: SharedID, make: () -> SharedReference<Value>
  ) -> SharedReference<Value> {
    if let known = find(id, Value.self) { return known }
    let made = make()
    return entries.withLock { entries in
      if let known = entries[id]?.reference as? SharedReference<Value> { return known }
      entries[id] = Entry(reference: made)
      return made
    }
  }

  private func find<Value>(_ id: SharedID, _ type: Value.Type) -> SharedReference<Value>? {
    entries.withLock { $0[id]?.reference as? SharedReference<Value> }
  }

  /// Called by a value with no holders left; another may have replaced it already.
  func forget(_ id: SharedID) {
    entries.withLock { entries in
      if entries[id]?.reference == nil { entries[id] = nil }
    }
  }
}
