/// The work that one sent action started.
///
/// Holding it keeps neither the store nor its effects alive.
public struct StoreTask: Sendable {
  let group: EffectGroup?
  let engine: StoreEngine?

  /// Returns when the action's effects, and all effects of the actions they sent, are done: also
  /// after `cancel()`. If the awaiting task is cancelled, the effects are.
  nonisolated(nonsending) public func finish() async {
    guard let group, let engine else { return }
    await withTaskCancellationHandler {
      await engine.wait(for: group)
    } onCancel: {
      engine.cancel(group, cascade: false)
    }
  }

  /// Cancels the action's effects, not those of actions that they have sent.
  public func cancel() {
    guard let group else { return }
    engine?.cancel(group, cascade: false)
  }

  /// Cancels the action's effects and all effects of the actions they have sent.
  public func cancelCascade() {
    guard let group else { return }
    engine?.cancel(group, cascade: true)
  }

  /// Whether nothing that the action started is in flight any more.
  package var isFinished: Bool {
    guard let group, let engine else { return true }
    return engine.isFinished(group)
  }

  /// How many objects are held for the action's work in flight.
  package var objectsInFlight: Int {
    guard let group, let engine else { return 0 }
    return engine.objectsInFlight(of: group)
  }

  /// Whether any of the action's effects has been cancelled and not ended yet, or all have ended.
  package var isWindingDown: Bool {
    guard let group, let engine else { return true }
    return engine.isWindingDown(group)
  }

  /// Whether `cancel()` or `cancelCascade()` was called.
  public var isCancelled: Bool {
    guard let group, let engine else { return false }
    return engine.isCancelled(group)
  }
}
