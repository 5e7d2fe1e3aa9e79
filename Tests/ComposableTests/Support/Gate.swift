import Composable
import Synchronization

/// Something an effect waits at until a test opens it; cancellation opens it as well.
final class Gate: Sendable {
  private struct Contents {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrived = 0
    var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let contents = Locked(Contents())

  /// How many effects have begun to wait so far.
  var arrivals: Int { contents.withLock(\.arrived) }

  func wait() async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOpen, reached) = contents.withLock { contents in
          contents.arrived += 1
          let reached = contents.arrivals.filter { $0.count <= contents.arrived }
          contents.arrivals.removeAll { $0.count <= contents.arrived }
          if !contents.isOpen { contents.waiting.append(continuation) }
          return (contents.isOpen, reached.map(\.continuation))
        }
        for arrival in reached { arrival.resume() }
        if isOpen || Task.isCancelled { open() }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      open()
    }
    try Task.checkCancellation()
  }

  func open() {
    let waiting = contents.withLock { contents in
      contents.isOpen = true
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when `count` effects have begun to wait.
  func arrival(of count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = contents.withLock { contents in
        if contents.arrived >= count { return true }
        contents.arrivals.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

/// Notes in the order in which they were taken.
final class Journal<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])
  func note(_ entry: Entry) { contents.withLock { $0.append(entry) } }
  var entries: [Entry] { contents.withLock { $0 } }
}

/// Sleeps until cancelled: an effect that never ends by itself.
func never() async throws {
  try await Task.sleep(for: .seconds(100_000))
}
