import LifeSignalModel
import Synchronization

/// Topics that changed and were not read yet, merged: a slow reader costs one element, not a queue.
final class TopicMailbox: Sendable {
  private struct State {
    var unread: ChangeSet = []
    var isClosed = false
    var reader: CheckedContinuation<ChangeSet?, Never>?
  }

  private let state = Mutex(State())

  func post(_ topics: ChangeSet) {
    let reader = state.withLock { state -> CheckedContinuation<ChangeSet?, Never>? in
      guard let reader = state.reader else {
        state.unread.formUnion(topics)
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: topics)
  }

  /// The topics that changed since the last call, waiting for the first; nil once closed and read.
  func next() async -> ChangeSet? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> ChangeSet?? in
        guard state.unread.isEmpty else {
          defer { state.unread = [] }
          return state.unread
        }
        if state.isClosed { return .some(nil) }
        state.reader = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }
}
