import Composable
import Synchronization

/// The record of a test store's engine: reductions the test has not asserted yet, and which action
/// started which effect.
final class ReductionLog<State: Sendable, Action: Sendable>: Sendable {
  struct Entry: Sendable {
    let action: Action
    let state: State
    let shared: SharedSnapshot
  }
  private struct Contents {
    var sent: Entry?
    var received: [Entry] = []
    /// How many of them have been taken.
    var taken = 0
    /// Each action that started effects, with the number of its newest.
    var starts: [(newest: UInt64, action: Action)] = []
    var newestEffect: UInt64 = 0
  }
  private let contents = Locked(Contents())

  func record(_ entry: Entry, origin: ActionOrigin, newestEffect: UInt64) {
    contents.withLock { contents in
      switch origin {
      case .sent: contents.sent = entry
      case .effect: contents.received.append(entry)
      }
      guard newestEffect > contents.newestEffect else { return }
      contents.newestEffect = newestEffect
      contents.starts.append((newestEffect, entry.action))
    }
  }

  func takeSent() -> Entry? {
    contents.withLock { contents in
      defer { contents.sent = nil }
      return contents.sent
    }
  }

  var receivedCount: Int { contents.withLock { $0.received.count - $0.taken } }

  /// All actions received and not taken yet, oldest first.
  var received: [Action] { contents.withLock { $0.received[$0.taken...].map(\.action) } }

  func hasReceived(_ isMatching: (Action) -> Bool) -> Bool {
    contents.withLock { $0.received[$0.taken...].contains { isMatching($0.action) } }
  }

  /// The oldest action received and not taken yet.
  func takeNext() -> Entry? {
    contents.withLock { contents in
      guard contents.taken < contents.received.count else { return nil }
      defer {
        contents.taken += 1
        if contents.taken == contents.received.count {
          contents.received.removeAll(keepingCapacity: true)
          contents.taken = 0
        }
      }
      return contents.received[contents.taken]
    }
  }

  /// The oldest actions for as long as `isTaken` accepts them.
  func take(while isTaken: (Action) -> Bool = { _ in true }) -> [Entry] {
    let entries = contents.withLock { contents in
      contents.received[contents.taken...].prefix { isTaken($0.action) }
    }
    for _ in entries { _ = takeNext() }
    return Array(entries)
  }

  /// The action that started an effect.
  func action(startingEffect number: UInt64) -> Action? {
    contents.withLock { contents in
      contents.starts.first { number <= $0.newest }?.action
    }
  }
}
