import LifeSignalModel
import Synchronization

/// Tells open pages, after the commit, which parts of what they show are out of date.
///
/// A hint within this process: whoever follows reads the state afresh. Topics that pile up while a
/// follower is busy are merged, so a slow page costs one element, not a queue.
final class ChangeFeed: Sendable {
  private struct WeakMailbox {
    weak var mailbox: Mailbox?
  }

  private let mailboxes = Mutex<[Person.ID: [ObjectIdentifier: WeakMailbox]]>([:])

  /// Follows from this call on, not only from the first iteration.
  func changes(for viewer: Person.ID) -> AsyncStream<ChangeSet> {
    let mailbox = Mailbox { [weak self] id in self?.remove(id, of: viewer) }
    let id = ObjectIdentifier(mailbox)
    mailboxes.withLock { $0[viewer, default: [:]][id] = WeakMailbox(mailbox: mailbox) }
    return AsyncStream(unfolding: { await mailbox.next() }, onCancel: { mailbox.close() })
  }

  func publish(_ changes: [Person.ID: ChangeSet]) {
    let addressed = mailboxes.withLock { table in
      changes.flatMap { viewer, topics in
        (table[viewer] ?? [:]).values.compactMap { weak in weak.mailbox.map { ($0, topics) } }
      }
    }
    for (mailbox, topics) in addressed { mailbox.post(topics) }
  }

  /// How many streams are followed.
  var followers: Int { mailboxes.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  private func remove(_ id: ObjectIdentifier, of viewer: Person.ID) {
    mailboxes.withLock { table in
      table[viewer]?[id] = nil
      if table[viewer]?.isEmpty == true { table[viewer] = nil }
    }
  }
}
