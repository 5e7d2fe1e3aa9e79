package import Composable
package import LifeSignalModel
import Synchronization

/// The values that one session follows, read again when the change feed reports a change. Clients in
/// the server's process and over HTTP make their streams of it.
///
/// In a server nothing waits here but memory: ten thousand idle pages do, and every task that waits costs
/// kilobytes. Changes that come while a value is read or consumed are one change.
package final class MemberFeed: Sendable {
  /// Follows the member from the call on, for as long as the returned object exists.
  package typealias Source =
    @Sendable (_ tell: @escaping @Sendable (ChangeSet) -> Void) -> any AnyObject & Sendable

  /// Reads; the returned function shows the new values.
  private typealias Refresh = @Sendable (ChangeSet) async -> (@Sendable () -> Void)?

  private struct Follower {
    let topics: ChangeSet
    let refresh: Refresh
  }

  private struct State {
    var followers: [UInt64: Follower] = [:]
    var nextID: UInt64 = 0
    var subscription: (any AnyObject & Sendable)?
    var unread: ChangeSet = []
    var isReading = false
  }

  private let pause: @Sendable (_ failures: Int) async throws -> Void
  private let source: Source
  private let state = Mutex(State())

  /// - Parameters:
  ///   - pause: waits before a reading that failed is tried again; throws to give it up.
  ///   - source: reports changes.
  package init(
    pause: @escaping @Sendable (_ failures: Int) async throws -> Void, source: @escaping Source
  ) {
    self.pause = pause
    self.source = source
  }

  /// The value now, and after every change of `topics`.
  ///
  /// - Parameter read: gets the changed topics; none, the first time. When it throws, the page
  ///   keeps the last value and it is tried again: a page must not miss an alert because the ledger
  ///   was busy for a moment.
  package func values<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (ChangeSet) async throws -> Value
  ) -> Updates<Value> {
    Updates { [self] show in begin(topics, read, show) }
  }

  private func begin<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (ChangeSet) async throws -> Value,
    _ show: @escaping @Sendable (Value) -> Void
  ) -> Updates<Value>.End {
    let turn = ReadingTurn()
    let refresh: Refresh = { [pause] changes in
      let number = turn.begin()
      do {
        let value = try await read(changes)
        return { turn.finish(number) { show(value) } }
      } catch {
        // Beside the others: one value that cannot be read must not hold up those that can.
        Task.detached {
          for failures in 1... {
            guard (try? await pause(failures)) != nil, turn.isNewest(number) else { return }
            guard let value = try? await read(changes) else { continue }
            return turn.finish(number) { show(value) }
          }
        }
        return nil
      }
    }
    let id = add(Follower(topics: topics, refresh: refresh))
    // Detached, as later readings are: what the follower's task carries must not reach them.
    Task.detached { await refresh([])?() }
    return { [weak self] in
      turn.close()
      self?.remove(id)
    }
  }

  private func add(_ follower: Follower) -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      state.followers[state.nextID] = follower
      if state.subscription == nil { state.subscription = source { [weak self] in self?.hear($0) } }
      return state.nextID
    }
  }

  private func remove(_ id: UInt64) {
    // Let go outside the lock.
    let ended: (any AnyObject & Sendable)? = state.withLock { state in
      state.followers[id] = nil
      guard state.followers.isEmpty else { return nil }
      defer { state.subscription = nil }
      return state.subscription
    }
    withExtendedLifetime(ended) {}
  }

  /// Notes the change; the reading is a task of its own, which ends when there is nothing more to
  /// read.
  ///
  /// A change's effects on several values are shown together, when all of them have been read: the
  /// viewer sees one change as one new picture.
  private func hear(_ change: ChangeSet) {
    let isFirst = state.withLock { state in
      state.unread.formUnion(change)
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isFirst else { return }
    // Detached: the publisher may be running in another session's task, whose task-locals must not
    // leak.
    Task.detached { [weak self] in
      while let (change, followers) = self?.takeUnread() {
        var shows: [@Sendable () -> Void] = []
        for follower in followers {
          if let show = await follower.refresh(change) { shows.append(show) }
        }
        // Side by side, so that the first does not cause a frame before the others are under way.
        await withDiscardingTaskGroup { group in
          for show in shows { group.addTask { show() } }
        }
      }
    }
  }

  /// Whether these topics wait to be read; for tests.
  package func hasHeard(_ topics: ChangeSet) -> Bool {
    state.withLock { $0.unread.isSuperset(of: topics) }
  }

  private func takeUnread() -> (ChangeSet, [Follower])? {
    state.withLock { state in
      let change = state.unread
      state.unread = []
      state.isReading = !change.isEmpty
      guard state.isReading else { return nil }
      return (change, state.followers.values.filter { !$0.topics.isDisjoint(with: change) })
    }
  }
}

/// Keeps a reading that began earlier from replacing one that began later.
///
/// A follower may leave in the middle of being shown a value. A reader of a stream leaves while the runtime
/// holds a lock of its task, which showing a value needs. So closing takes no lock of ours.
private final class ReadingTurn: Sendable {
  private let begun = Atomic<UInt64>(0)
  private let shown = Mutex<UInt64>(0)

  func begin() -> UInt64 { begun.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Whether no other reading has begun since, and someone still waits for one.
  func isNewest(_ number: UInt64) -> Bool {
    begun.load(ordering: .sequentiallyConsistent) == number
  }

  /// No one waits any more.
  func close() { _ = begin() }

  func finish(_ number: UInt64, _ show: () -> Void) {
    shown.withLock { shown in
      guard number > shown else { return }
      shown = number
      show()
    }
  }
}
