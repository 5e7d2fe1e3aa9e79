/// The work that one sent action started.
///
/// Holding it keeps neither the store nor its effects alive.
public struct StoreTask: Sendable {
  let group: EffectGroup?
  let core: (any StoreControl)?

  /// Returns when the action's effects, and all effects of the actions they sent, are done: also
  /// after `cancel()`. If the awaiting task is cancelled, the effects are.
  nonisolated(nonsending) public func finish() async {
    guard let group, let core else { return }
    await withTaskCancellationHandler {
      await core.wait(for: group)
    } onCancel: {
      core.cancel(group, cascade: false)
    }
  }

  /// Cancels the action's effects, not those of actions that they have sent.
  public func cancel() {
    guard let group else { return }
    core?.cancel(group, cascade: false)
  }

  /// Cancels the action's effects and all effects of the actions they have sent.
  public func cancelCascade() {
    guard let group else { return }
    core?.cancel(group, cascade: true)
  }

  /// Whether nothing that the action started is in flight any more.
  package var isFinished: Bool {
    guard let group, let core else { return true }
    return core.isFinished(group)
  }

  /// Whether `cancel()` or `cancelCascade()` was called.
  public var isCancelled: Bool {
    guard let group, let core else { return false }
    return core.isCancelled(group)
  }
}

/// What can be asked of a store without knowing its state and actions.
package protocol StoreControl: AnyObject, Sendable {
  func wait(for group: EffectGroup) async
  func cancel(_ group: EffectGroup, cascade: Bool)
  func isFinished(_ group: EffectGroup) -> Bool
  func isCancelled(_ group: EffectGroup) -> Bool
  func cancelAll()
  func waitUntilIdle() async
  func close()
  var effectsInFlight: Int { get }
  var isDismissed: Bool { get }
  var currentRevision: UInt64 { get }
  /// - Parameter onEnd: called when the store ends.
  func addObserver(
    _ tell: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
  ) -> UInt64
  func removeObserver(_ number: UInt64)
  /// Tells the observers about a change that no action made.
  func noteExternalChange()
}
