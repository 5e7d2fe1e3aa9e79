import Synchronization

/// A bounded queue in front of a store: senders that are faster than the store have to wait.
///
/// `Store.send` makes its caller reduce, one at a time, however many callers there are. A mailbox
/// lets one task do all the reducing, in the order in which the actions were taken, and makes
/// senders wait while `limit` actions are waiting:
///
/// ```swift
/// let mailbox = Mailbox(store: store, limit: 100)
/// try await mailbox.send(.received(message))   // waits for a place
/// try mailbox.enqueue(.received(message))      // or is refused when there is none
/// ```
/// An accepted action is reduced, unless ``shutdown(deadline:)`` gives it back; a rejected one is
/// an error at its sender. Nothing is lost in silence. The mailbox holds its store, and while there
/// is anything to do it keeps itself alive.
///
/// A reducer that never returns stops the mailbox but nothing else: no more than `limit` actions
/// wait, senders can be cancelled or given a time limit, and the mailbox can be shut down. It is
/// reported as an issue, `mailbox-stalled`, at the place where the mailbox was made. It also holds
/// a thread for ever; give such a mailbox an executor of its own to protect the others.
///
/// Every method may be called from any thread.
public final class Mailbox<Action: Sendable>: Sendable {
  /// How many actions may wait. The one that is being reduced does not.
  public let limit: Int

  private let reduce: @Sendable (Action) -> Void
  private let time: ElapsedTime
  private let patience: Duration
  private let executor: (any TaskExecutor)?
  private let site: CallSite
  /// Issues of the reducer go to the reporter in force when the mailbox was made, for every sender.
  private let reporter = IssueReporter.scoped
  private let contents: Locked<Contents>

  private struct Contents {
    var queue: MailboxQueue<Action>
    var isDraining = false
    var isClosed = false
    /// The action that is being reduced, and its number.
    var current: Action?
    var turn: UInt64 = 0
    var watch: Task<Void, Never>?
    var nextNumber: UInt64 = 0
    var idleWaiters: [UInt64: CheckedContinuation<Void, Never>] = [:]

    mutating func takeNumber() -> UInt64 {
      nextNumber += 1
      return nextNumber
    }
  }

  /// - Parameters:
  ///   - store: reduces the actions. The mailbox keeps it alive.
  ///   - limit: how many actions may wait, at least one.
  ///   - patience: how long senders wait for one reduction before it is reported.
  ///   - clock: measures the patience and the deadline of ``shutdown(deadline:)``.
  ///   - executor: where the actions are reduced; the default one if nil.
  public init<State: Sendable>(
    store: Store<State, Action>, limit: Int, patience: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.limit = max(1, limit)
    reduce = { store.send($0) }
    time = ElapsedTime(clock)
    self.patience = patience
    self.executor = executor
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    contents = Locked(Contents(queue: MailboxQueue(limit: self.limit)))
  }

  /// How many actions wait to be reduced.
  public var count: Int { contents.withLock { $0.queue.count } }

  /// How many senders wait for a place.
  public var waitingSenderCount: Int { contents.withLock { $0.queue.senderCount } }

  // MARK: Sending

  /// Takes an action if there is a place; does not wait.
  ///
  /// - Throws: ``MailboxError/full(limit:)`` or ``MailboxError/closed``.
  public func enqueue(_ action: Action) throws(MailboxError) {
    let result = contents.withLock { contents -> Result<Void, MailboxError> in
      if contents.isClosed { return .failure(.closed) }
      guard contents.queue.append(action) else { return .failure(.full(limit: limit)) }
      startDraining(&contents)
      return .success(())
    }
    try result.get()
  }

  /// Takes an action, once there is a place for it. Senders get theirs in the order in which they
  /// began to wait.
  ///
  /// Returns when the action has its place, not when it has been reduced.
  /// - Throws: ``MailboxError/cancelled`` when the task is cancelled before there is a place, or
  ///   ``MailboxError/closed``.
  nonisolated(nonsending) public func send(_ action: Action) async throws(MailboxError) {
    let number = contents.withLock { $0.takeNumber() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        if let result = accept(action, number: number, answer: answer) {
          answer.resume(returning: result)
        }
      }
    } onCancel: {
      contents.withLock { $0.queue.leave(number) }?.resume(returning: .failure(.cancelled))
    }
    try result.get()
  }

  /// - Returns: nil if the sender has to wait.
  private func accept(
    _ action: Action, number: UInt64, answer: MailboxQueue<Action>.Answer
  ) -> Result<Void, MailboxError>? {
    contents.withLock { contents in
      // Inside the lock: a cancellation from now on finds the sender in the queue.
      if Task.isCancelled { return .failure(.cancelled) }
      if contents.isClosed { return .failure(.closed) }
      if contents.queue.append(action) {
        startDraining(&contents)
        return .success(())
      }
      contents.queue.wait(with: action, number: number, answer: answer)
      startWatching(&contents)
      return nil
    }
  }

  // MARK: Reducing

  private func startDraining(_ contents: inout Contents) {
    guard !contents.isDraining else { return }
    contents.isDraining = true
    // Detached: the first sender's task-locals must not apply to the other senders' actions.
    Task.detached(executorPreference: executor) {
      await IssueReporter.$scoped.withValue(self.reporter) { await self.drain() }
    }
  }

  private func drain() async {
    var turn = 0
    while let action = next() {
      reduce(action)
      turn += 1
      if turn.isMultiple(of: 64) { await Task.yield() }
    }
  }

  private func next() -> Action? {
    let (action, admitted, idle) = contents.withLock { contents in
      guard let (action, admitted) = contents.queue.takeFirst() else {
        contents.isDraining = false
        contents.current = nil
        defer { contents.idleWaiters = [:] }
        return (nil as Action?, nil as MailboxQueue<Action>.Answer?, contents.idleWaiters)
      }
      contents.current = action
      contents.turn += 1
      return (action, admitted, [:])
    }
    admitted?.resume(returning: .success(()))
    for waiter in idle.values { waiter.resume() }
    return action
  }

  // MARK: Watching

  /// Senders wait: makes sure that a reduction that keeps them waiting is reported.
  private func startWatching(_ contents: inout Contents) {
    guard contents.watch == nil else { return }
    contents.watch = Task { [weak self, time, patience] in
      var last: UInt64?
      var reported: UInt64?
      while let turn = self?.turnWhileSendersWait {
        if turn == last, turn != reported {
          self?.reportStall()
          reported = turn
        }
        last = turn
        do { try await time.sleep(for: patience) } catch { return }
      }
    }
  }

  /// Nil, and the end of the watch, once no sender waits.
  private var turnWhileSendersWait: UInt64? {
    contents.withLock { contents in
      if contents.queue.senderCount > 0 { return contents.turn }
      contents.watch = nil
      return nil
    }
  }

  private func reportStall() {
    guard let action = contents.withLock({ $0.current }) else { return }
    reportIssue(
      .mailboxStalled,
      "A mailbox waits for its store to reduce \"\(actionName(of: action))\" for more than "
        + "\(patience): a reducer must return, and leave what takes long to an effect.",
      at: site)
  }

  // MARK: Ending

  /// Takes no more actions. Senders that wait get ``MailboxError/closed``; actions that were taken
  /// are reduced.
  public func close() {
    let (senders, watch) = contents.withLock { contents in
      contents.isClosed = true
      defer { contents.watch = nil }
      return (contents.queue.takeSenders(), contents.watch)
    }
    watch?.cancel()
    for sender in senders { sender.resume(returning: .failure(.closed)) }
  }

  /// Closes the mailbox and waits until every action that was taken has been reduced, or until the
  /// deadline has passed.
  ///
  /// - Parameter deadline: the longest to wait, by the mailbox's clock.
  /// - Returns: the actions that will not be reduced any more, oldest first. One that is being
  ///   reduced is not among them.
  @discardableResult
  public func shutdown(deadline: Duration = .seconds(1)) async -> [Action] {
    close()
    if contents.withLock({ $0.isDraining }) {
      await withDeadline(deadline, on: time) { await self.waitUntilIdle() }
    }
    return contents.withLock { $0.queue.takeActions() }
  }

  private func waitUntilIdle() async {
    let number = contents.withLock { $0.takeNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isIdle = contents.withLock { contents in
          if !contents.isDraining || Task.isCancelled { return true }
          contents.idleWaiters[number] = continuation
          return false
        }
        if isIdle { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.idleWaiters.removeValue(forKey: number) }?.resume()
    }
  }
}
