import Foundation
import Synchronization

/// Threads for lookups of names, which block and cannot be stopped.
///
/// A lookup keeps its thread after its caller has gone. A lookup without a thread waits for one, so
/// that a burst of messages makes none fail. Each name has few, so that names without an answer
/// leave threads to the others.
final class LookupThreads: Sendable {
  typealias Look = @Sendable () throws -> [IPAddress]

  private struct Lookup: Sendable {
    var id: Int
    var host: String
    var work: @Sendable () -> Void
  }

  private struct State {
    var total = 0
    var perHost: [String: Int] = [:]
    /// Without a thread yet, oldest first.
    var waiting: [Lookup] = []
    var lastID = 0
  }

  private let most: Int
  private let mostPerHost: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - most: threads at the same time, including those whose caller has gone.
  ///   - perHost: the part of them for one name.
  init(most: Int, perHost: Int) {
    self.most = most
    mostPerHost = perHost
  }

  /// How many lookups wait for a thread.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for a thread and for its result, until the time is up or the task is cancelled. A lookup
  /// that has begun continues in the background.
  /// - Throws: the error of the lookup; ``HostResolver/NoAddress`` when the wait has ended.
  func addresses(
    of host: String, within limit: Duration, _ look: @escaping Look
  ) async throws -> [IPAddress] {
    let (answers, answer) = AsyncThrowingStream.makeStream(of: [IPAddress].self)
    let id = enter(host) {
      do {
        answer.yield(try look())
      } catch {
        answer.finish(throwing: error)
      }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      answer.finish()
    }
    defer {
      timer.cancel()
      state.withLock { state in state.waiting.removeAll { $0.id == id } }
    }
    for try await found in answers { return found }
    throw HostResolver.NoAddress()
  }

  private func enter(_ host: String, _ work: @escaping @Sendable () -> Void) -> Int {
    let (id, next) = state.withLock { state in
      state.lastID += 1
      state.waiting.append(Lookup(id: state.lastID, host: host, work: work))
      return (state.lastID, takeNext(&state))
    }
    if let next { begin(next) }
    return id
  }

  private func begin(_ lookup: Lookup) {
    let thread = Thread { [self] in
      lookup.work()
      end(lookup)
    }
    thread.start()
  }

  private func end(_ lookup: Lookup) {
    let next = state.withLock { state in
      state.total -= 1
      let left = state.perHost[lookup.host, default: 1] - 1
      state.perHost[lookup.host] = left > 0 ? left : nil
      return takeNext(&state)
    }
    if let next { begin(next) }
  }

  /// The oldest lookup that may begin. There is at most one: each change makes room for one.
  private func takeNext(_ state: inout State) -> Lookup? {
    guard state.total < most,
      let index = state.waiting.firstIndex(where: {
        state.perHost[$0.host, default: 0] < mostPerHost
      })
    else { return nil }
    let lookup = state.waiting.remove(at: index)
    state.total += 1
    state.perHost[lookup.host, default: 0] += 1
    return lookup
  }
}
