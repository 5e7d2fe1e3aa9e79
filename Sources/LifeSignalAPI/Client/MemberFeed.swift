package import LifeSignalModel
import Synchronization

/// What one session follows, read anew when the change feed says that it has changed.
///
/// One task for all streams of the page: ten thousand idle pages wait in memory, and every task
/// that waits costs kilobytes. Changes that come while a value is read or consumed are one change.
package final class MemberFeed: Sendable {
  private struct Follower {
    let topics: ChangeSet
    let refresh: @Sendable (ChangeSet) async -> Void
  }

  private struct State {
    var followers: [UInt64: Follower] = [:]
    var nextID: UInt64 = 0
    var task: Task<Void, Never>?
  }

  private let pause: @Sendable (_ failures: Int) async throws -> Void
  private let changes: @Sendable () -> AsyncStream<ChangeSet>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - pause: waits before a reading that failed is tried again; throws to give it up.
  ///   - changes: follows the member from the call on.
  package init(
    pause: @escaping @Sendable (_ failures: Int) async throws -> Void,
    changes: @escaping @Sendable () -> AsyncStream<ChangeSet>
  ) {
    self.pause = pause
    self.changes = changes
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// The value now, and after every change of `topics`; the newest only.
  ///
  /// - Parameter read: is told what has changed; nothing, the first time. When it throws, the page
  ///   keeps the last value and it is tried again: a page must not miss an alarm because the ledger
  ///   was busy for a moment.
  package func values<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (ChangeSet) async throws -> Value
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let turn = ReadingTurn()
    let refresh: @Sendable (ChangeSet) async -> Void = { [pause] changes in
      let number = turn.begin()
      do {
        let value = try await read(changes)
        turn.finish(number) { continuation.yield(value) }
      } catch {
        // Beside the others: one value that cannot be read must not hold up those that can.
        Task {
          for failures in 1... {
            guard (try? await pause(failures)) != nil, turn.isNewest(number) else { return }
            guard let value = try? await read(changes) else { continue }
            return turn.finish(number) { continuation.yield(value) }
          }
        }
      }
    }
    let id = add(Follower(topics: topics, refresh: refresh))
    continuation.onTermination = { [weak self] _ in
      turn.close()
      self?.remove(id)
    }
    Task { await refresh([]) }
    return stream
  }

  private func add(_ follower: Follower) -> UInt64 {
    state.withLock { state in
      state.nextID += 1
      state.followers[state.nextID] = follower
      if state.task == nil { state.task = follow(changes()) }
      return state.nextID
    }
  }

  private func remove(_ id: UInt64) {
    let task: Task<Void, Never>? = state.withLock { state in
      state.followers[id] = nil
      guard state.followers.isEmpty else { return nil }
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  private func follow(_ changes: AsyncStream<ChangeSet>) -> Task<Void, Never> {
    Task { [weak self] in
      for await change in changes {
        guard let followers = self?.followers(of: change) else { return }
        // A task of its own for the reading: a task keeps the memory of its deepest call until it
        // ends, and this one waits for as long as the page is open.
        await Task {
          for follower in followers { await follower.refresh(change) }
        }.value
      }
    }
  }

  private func followers(of change: ChangeSet) -> [Follower] {
    state.withLock { $0.followers.values.filter { !$0.topics.isDisjoint(with: change) } }
  }
}

/// Lets no reading that began earlier replace one that began later.
private final class ReadingTurn: Sendable {
  private let state = Mutex<(begun: UInt64, shown: UInt64)>((0, 0))

  func begin() -> UInt64 {
    state.withLock { state in
      state.begun += 1
      return state.begun
    }
  }

  /// Whether no other reading has begun since, and somebody still waits for one.
  func isNewest(_ number: UInt64) -> Bool { state.withLock { $0.begun == number } }

  /// Nobody waits any more.
  func close() { _ = begin() }

  func finish(_ number: UInt64, _ show: () -> Void) {
    state.withLock { state in
      guard number > state.shown else { return }
      state.shown = number
      show()
    }
  }
}
