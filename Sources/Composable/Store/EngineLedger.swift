#if DEBUG
  import Synchronization

  /// The engines that were made while it was bound, for tests that want to know what stores leave
  /// behind. An engine is kept by its store, by scoped stores and store tasks, and by every effect
  /// in flight, so none of these can be retained without it. Debug builds only.
  package final class EngineLedger: Sendable {
    @TaskLocal package static var current: EngineLedger?

    private struct Entry {
      weak var engine: StoreEngine?
    }
    private struct Contents {
      var entries: [ObjectIdentifier: Entry] = [:]
      var waiter: CheckedContinuation<Void, Never>?

      mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
      }
    }
    private let contents = Locked(Contents())

    package init() {}

    func add(_ engine: StoreEngine) {
      contents.withLock { $0.entries[ObjectIdentifier(engine)] = Entry(engine: engine) }
    }

    func remove(_ engine: ObjectIdentifier) {
      contents.withLock { contents in
        contents.entries[engine] = nil
        return contents.entries.isEmpty ? contents.takeWaiter() : nil
      }?.resume()
    }

    /// The engines that still exist when the last one should have ended, or after `limit`.
    package func survivors(after limit: Duration) async -> [Survivor] {
      let alarm = Task.detached { [self] in
        try? await Task.sleep(for: limit)
        contents.withLock { $0.takeWaiter() }?.resume()
      }
      await withCheckedContinuation { continuation in
        let isEmpty = contents.withLock { contents in
          if contents.entries.isEmpty { return true }
          contents.waiter = continuation
          return false
        }
        if isEmpty { continuation.resume() }
      }
      alarm.cancel()
      return contents.withLock { $0.entries.values.compactMap(\.engine) }.map {
        Survivor(store: "\(type(of: $0))", effectsInFlight: $0.effectsInFlight)
      }
    }

    package struct Survivor: Equatable, Sendable {
      package let store: String
      package let effectsInFlight: Int
    }
  }
#endif
