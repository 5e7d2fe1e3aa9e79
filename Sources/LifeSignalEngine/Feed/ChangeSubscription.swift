import LifeSignalModel

/// A follower is notified of changes for as long as it holds this.
public final class ChangeSubscription: Sendable {
  let tell: @Sendable (ChangeSet) -> Void
  private let onEnd: @Sendable (ObjectIdentifier) -> Void

  init(
    _ tell: @escaping @Sendable (ChangeSet) -> Void,
    onEnd: @escaping @Sendable (ObjectIdentifier) -> Void
  ) {
    self.tell = tell
    self.onEnd = onEnd
  }

  deinit { onEnd(ObjectIdentifier(self)) }
}
