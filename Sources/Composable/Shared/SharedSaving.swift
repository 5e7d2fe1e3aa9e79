import Synchronization

/// Saves a value until nothing is left to save. Holds the value until then, and not longer than
/// those have waited who wait for that.
final class SharedSaving<Value: Sendable>: Sendable {
  private let reference: Locked<SharedReference<Value>?>
  private let keeper: SharedKeeper<Value>
  private let name: String
  private let site: CallSite

  init(
    of reference: SharedReference<Value>, with keeper: SharedKeeper<Value>, name: String,
    site: CallSite
  ) {
    self.reference = Locked(reference)
    self.keeper = keeper
    self.name = name
    self.site = site
  }

  func run() async {
    while let (value, number) = reference.withLock({ $0?.unsaved }) {
      var failure: (any Error)?
      do { try await keeper.save(value) } catch { failure = error }
      if let failure {
        reportIssue(
          .sharedNotSaved, "The shared value \(name) could not be saved: \(failure)", at: site)
      }
      let waiters: [CheckedContinuation<Void, Never>] = reference.withLock { reference in
        guard let (waiters, isOver) = reference?.finishSave(of: number, failure) else { return [] }
        if isOver { reference = nil }
        return waiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }
}

/// Which changes of a value have been saved, or have failed to be, and who waits for that.
struct SavingProgress {
  var changes: UInt64 = 0
  var saved: UInt64 = 0
  var isRunning = false
  var waiters: [UInt64: (change: UInt64, continuation: CheckedContinuation<Void, Never>)] = [:]
  private var nextNumber: UInt64 = 0

  var isDone: Bool { saved == changes }

  mutating func takeNumber() -> UInt64 {
    nextNumber &+= 1
    return nextNumber
  }

  mutating func finish(_ number: UInt64) -> [CheckedContinuation<Void, Never>] {
    saved = number
    let done = waiters.filter { $0.value.change <= number }
    for number in done.keys { waiters[number] = nil }
    return done.values.map(\.continuation)
  }
}

/// A key as its value sees it.
struct SharedKeeper<Value: Sendable>: Sendable {
  let id: SharedID
  let load: @Sendable () throws -> Value?
  let save: @Sendable (Value) async throws -> Void
  let subscribe: @Sendable (@escaping @Sendable (Value) -> Void) -> SharedSubscription?

  init<Key: SharedKey<Value>>(_ key: Key, _ id: SharedID) {
    self.id = id
    load = { try key.load() }
    save = { try await key.save($0) }
    subscribe = { key.subscribe($0) }
  }
}
