import Synchronization

/// One shared value, guarded by a lock of its own, and kept by its key if that keeps anything.
final class SharedReference<Value: Sendable>: SharedSource<Value>, AnySharedReference,
  @unchecked Sendable
{
  private struct Listener {
    weak var memory: SharedMemory?
  }
  private struct Contents {
    var value: Value
    var isLoaded = false
    var errors = SharedErrors()
    var listeners: [Listener] = []
    var subscription: SharedSubscription?
    var saving = SavingProgress()
  }

  /// Its name in reports.
  let key: String
  private let contents: Locked<Contents>
  /// Nil for a value in memory.
  private let keeper: SharedKeeper<Value>?
  private let site: CallSite

  init(name: String, value: Value, keeper: SharedKeeper<Value>?, site: CallSite) {
    key = name
    contents = Locked(Contents(value: value))
    self.keeper = keeper
    self.site = site
  }

  deinit {
    if let keeper { SharedRegistry.process.forget(keeper.id) }
  }

  // MARK: Reading and changing

  var anyValue: any Sendable { contents.withLock { $0.value } }
  override var errors: SharedErrors { contents.withLock { $0.errors } }

  override var current: Value {
    if let overlay = SharedOverlay.current, let asserted = overlay.value(of: self) as? Value {
      return asserted
    }
    return contents.withLock { $0.value }
  }

  override func withLock<Result: Sendable>(
    _ update: (inout Value) throws -> Result
  ) rethrows -> Result {
    if let overlay = SharedOverlay.current {
      var asserted = current
      let result = try update(&asserted)
      overlay.set(asserted, of: self)
      return result
    }
    defer {
      startSaving()
      noteChange()
    }
    return try contents.withLock { contents in
      if keeper != nil { contents.saving.changes &+= 1 }
      return try update(&contents.value)
    }
  }

  // MARK: Listeners

  func addListener(_ memory: SharedMemory) {
    contents.withLock { contents in
      contents.listeners.removeAll { $0.memory == nil }
      contents.listeners.append(Listener(memory: memory))
    }
  }

  private func noteChange() {
    let memories = contents.withLock { $0.listeners.compactMap(\.memory) }
    for memory in memories { memory.noteChange() }
  }

  // MARK: Loading

  /// Replaces the default by the stored value, when the value is first used.
  func loadOnce() {
    guard let keeper else { return }
    let failure: (any Error)? = contents.withLock { contents in
      if contents.isLoaded { return nil }
      contents.isLoaded = true
      do {
        if let stored = try keeper.load() { contents.value = stored }
        return nil
      } catch {
        contents.errors.load = error
        return error
      }
    }
    if let failure {
      reportIssue(
        .sharedNotLoaded, "The shared value \(key) could not be loaded: \(failure)", at: site)
    }
    subscribe(to: keeper)
  }

  private func subscribe(to keeper: SharedKeeper<Value>) {
    guard contents.withLock({ $0.subscription == nil }) else { return }
    let made = keeper.subscribe { [weak self] value in self?.adopt(value) }
    contents.withLock { contents in
      if contents.subscription == nil { contents.subscription = made }
    }
  }

  /// Adopts a value stored elsewhere. An own change that is not saved yet wins over it.
  private func adopt(_ value: Value?) {
    let isChanged = contents.withLock { contents in
      guard contents.saving.isDone else { return false }
      contents.errors.load = nil
      guard let value else { return false }
      contents.value = value
      return true
    }
    if isChanged { noteChange() }
  }

  override func load() async throws {
    guard let keeper else { return }
    await finishSaving()
    do {
      adopt(try keeper.load())
    } catch {
      contents.withLock { $0.errors.load = error }
      throw error
    }
  }

  // MARK: Saving

  override func save() async throws {
    guard keeper != nil else { return }
    contents.withLock { $0.saving.changes &+= 1 }
    startSaving()
    await finishSaving()
    if let error = errors.save { throw error }
  }

  var isSaved: Bool { contents.withLock { $0.saving.isDone } }

  func finishSaving() async {
    let number = contents.withLock { $0.saving.takeNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = contents.withLock { contents in
          if contents.saving.isDone || Task.isCancelled { return true }
          contents.saving.waiters[number] = (contents.saving.changes, continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.saving.waiters.removeValue(forKey: number)?.continuation }?.resume()
    }
  }

  private func startSaving() {
    guard let keeper else { return }
    let starts = contents.withLock { contents in
      if contents.saving.isRunning || contents.saving.isDone { return false }
      contents.saving.isRunning = true
      return true
    }
    guard starts else { return }
    let saving = SharedSaving(of: self, with: keeper, name: key, site: site)
    let report = IssueReporter.scoped
    Task.detached {
      await IssueReporter.$scoped.withValue(report) { await saving.run() }
    }
  }

  var unsaved: (value: Value, number: UInt64) {
    contents.withLock { ($0.value, $0.saving.changes) }
  }

  /// Notes the result of a save; the second part is whether nothing more needs saving.
  func finishSave(
    of number: UInt64, _ failure: (any Error)?
  ) -> (waiters: [CheckedContinuation<Void, Never>], isOver: Bool) {
    contents.withLock { contents in
      contents.errors.save = failure
      let waiters = contents.saving.finish(number)
      if contents.saving.isDone { contents.saving.isRunning = false }
      return (waiters, contents.saving.isDone)
    }
  }
}
