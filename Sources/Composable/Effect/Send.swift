/// Sends actions from inside an effect.
///
/// Actions are dropped once the effect's task is cancelled or the store is gone.
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) -> Void

  /// For tests of code that takes a `Send`; stores make their own.
  public init(send: @escaping @Sendable (Action) -> Void) {
    deliver = send
  }

  /// Reduces the action, and all that it feeds back, before returning.
  nonisolated(nonsending) public func callAsFunction(_ action: Action) async {
    now(action)
  }

  /// The same without an asynchronous frame.
  package func now(_ action: Action) {
    guard !Task.isCancelled else { return }
    deliver(action)
  }
}
