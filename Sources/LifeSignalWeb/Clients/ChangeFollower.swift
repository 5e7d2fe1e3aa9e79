import LifeSignalModel

/// A projection read anew after every change that touches it, as a stream without a task of its own.
///
/// Changes that come while a value is being read or consumed are one change: the reader always gets
/// the newest state, never a backlog.
actor ChangeFollower<Value: Sendable> {
  private let topics: ChangeSet
  private let changes: AsyncStream<ChangeSet>
  private let read: @Sendable (ChangeSet) async throws -> Value
  private var iterator: AsyncStream<ChangeSet>.Iterator?

  /// - Parameters:
  ///   - changes: subscribed before the first read, so that nothing falls between the two.
  ///   - read: is told what has changed; nothing, the first time.
  init(
    _ topics: ChangeSet, of changes: AsyncStream<ChangeSet>,
    read: @escaping @Sendable (ChangeSet) async throws -> Value
  ) {
    self.topics = topics
    self.changes = changes
    self.read = read
  }

  nonisolated var values: AsyncStream<Value> {
    AsyncStream { await self.next() }
  }

  private func next() async -> Value? {
    // Only one consumer iterates, so the iterator is never used twice at a time.
    guard var iterator else {
      iterator = changes.makeAsyncIterator()
      if let value = try? await read([]) { return value }
      return await next()
    }
    defer { self.iterator = iterator }
    while let change = await iterator.next(isolation: self) {
      guard !change.isDisjoint(with: topics) else { continue }
      // A failed read keeps the last value on the page; the next change tries again.
      if let value = try? await read(change) { return value }
    }
    return nil
  }
}
