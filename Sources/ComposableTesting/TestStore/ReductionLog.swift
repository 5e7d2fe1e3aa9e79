import Composable
import Synchronization

/// What a test store's engine did and the test has not asserted yet.
final class ReductionLog<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let action: Action
    let state: State
    let shared: SharedSnapshot
  }
  private struct Contents {
    var sent: Entry?
    var received: [Entry] = []
  }
  private let contents = Locked(Contents())

  func record(_ entry: Entry, origin: ActionOrigin) {
    contents.withLock { contents in
      switch origin {
      case .sent: contents.sent = entry
      case .effect: contents.received.append(entry)
      }
    }
  }

  func takeSent() -> Entry? {
    contents.withLock { contents in
      defer { contents.sent = nil }
      return contents.sent
    }
  }

  var received: [Entry] { contents.withLock(\.received) }

  func takeReceived(_ count: Int = 1) -> [Entry] {
    contents.withLock { contents in
      let taken = Array(contents.received.prefix(count))
      contents.received.removeFirst(taken.count)
      return taken
    }
  }
}
