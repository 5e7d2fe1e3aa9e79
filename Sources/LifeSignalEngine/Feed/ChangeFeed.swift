import LifeSignalModel
import Synchronization

/// Notifies open pages, after the commit, which parts of them are out of date.
///
/// A hint within this process: followers read the state again.
final class ChangeFeed: Sendable {
  private struct Listed {
    weak var subscription: ChangeSubscription?
  }

  private let listed = Mutex<[Person.ID: [ObjectIdentifier: Listed]]>([:])

  /// Calls `tell` from now on, until the returned subscription is released.
  ///
  /// - Parameter tell: called by the committer, which waits: it must only take a note.
  func follow(
    _ viewer: Person.ID, _ tell: @escaping @Sendable (ChangeSet) -> Void
  ) -> ChangeSubscription {
    let subscription = ChangeSubscription(tell) { [weak self] in self?.remove($0, of: viewer) }
    listed.withLock {
      $0[viewer, default: [:]][ObjectIdentifier(subscription)] = Listed(subscription: subscription)
    }
    return subscription
  }

  /// Follows from this call on, not only from the first iteration.
  ///
  /// Topics that pile up while a follower is busy are merged, so a slow one costs one element, not a
  /// queue.
  func changes(for viewer: Person.ID) -> AsyncStream<ChangeSet> {
    let mailbox = Mailbox()
    let subscription = follow(viewer) { mailbox.post($0) }
    return AsyncStream(
      unfolding: {
        defer { withExtendedLifetime(subscription) {} }
        return await mailbox.next()
      },
      onCancel: { mailbox.close() })
  }

  func publish(_ changes: [Person.ID: ChangeSet]) {
    let addressed = listed.withLock { table in
      changes.flatMap { viewer, topics in
        (table[viewer] ?? [:]).values.compactMap { listed in
          listed.subscription.map { ($0, topics) }
        }
      }
    }
    for (subscription, topics) in addressed { subscription.tell(topics) }
  }

  /// The number of followers.
  var followers: Int { listed.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  private func remove(_ id: ObjectIdentifier, of viewer: Person.ID) {
    listed.withLock { table in
      table[viewer]?[id] = nil
      if table[viewer]?.isEmpty == true { table[viewer] = nil }
    }
  }
}
