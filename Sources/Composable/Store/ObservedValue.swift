import Synchronization

/// The newest value that an observer was notified of.
///
/// Several senders may find a change at one time. The first notifies, and checks again for the
/// others when it is done: the observer gets one value after another, the newest last.
final class ObservedValue<Value: Equatable & Sendable>: Sendable {
  private struct Contents {
    var last: Value?
    var isTelling = false
    var mayBeStale = false
  }
  private let contents: Locked<Contents>

  /// - Parameter value: the value that the observer has already, if any.
  init(_ value: Value?) { contents = Locked(Contents(last: value)) }

  func update(from read: () -> Value?, _ tell: (Value) -> Void) {
    guard begin() else { return }
    repeat {
      if let current = read(), replace(with: current) { tell(current) }
    } while isStale()
  }

  private func begin() -> Bool {
    contents.withLock { contents in
      contents.mayBeStale = contents.isTelling
      defer { contents.isTelling = true }
      return !contents.isTelling
    }
  }

  /// Whether another sender came meanwhile; if not, the notification is over.
  private func isStale() -> Bool {
    contents.withLock { contents in
      defer { contents.mayBeStale = false }
      contents.isTelling = contents.mayBeStale
      return contents.mayBeStale
    }
  }

  private func replace(with new: Value) -> Bool {
    contents.withLock { contents in
      guard contents.last != new else { return false }
      contents.last = new
      return true
    }
  }
}
