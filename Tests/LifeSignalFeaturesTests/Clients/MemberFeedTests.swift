import Composable
import LifeSignalFeatures
import LifeSignalModel
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) final class `Following a member`: Sendable {
  private let changes: AsyncStream<ChangeSet>
  private let tell: AsyncStream<ChangeSet>.Continuation
  private let value = Mutex(0)

  init() { (changes, tell) = AsyncStream.makeStream(of: ChangeSet.self) }

  private func feed(
    pause: @escaping @Sendable (Int) async throws -> Void = { _ in throw CancellationError() }
  ) -> MemberFeed {
    MemberFeed(pause: pause) { [changes] tell in Following(changes, tell) }
  }

  private func set(_ new: Int, _ topics: ChangeSet) {
    value.withLock { $0 = new }
    tell.yield(topics)
  }

  @Test func `the value comes at once, and again when its topics have changed`() async {
    let feed = feed()
    var values = feed.values([.user, .alert]) { _ in self.value.withLock { $0 } }
      .makeAsyncIterator()
    #expect(await values.next() == 0)
    set(1, .pings)
    set(2, [.pings, .alert])
    #expect(await values.next() == 2)
  }

  @Test func `a reading receives the kinds of changes`() async {
    let feed = feed()
    var values = feed.values([.user, .sessions]) { $0 }.makeAsyncIterator()
    #expect(await values.next() == [])
    tell.yield([.sessions, .pings])
    #expect(await values.next() == [.sessions, .pings])
  }

  @Test func `a failed reading keeps the last value and the stream`() async {
    struct Failed: Error {}
    let feed = feed()
    let (failures, failed) = AsyncStream.makeStream(of: Void.self)
    var values = feed.values(.user) { changes in
      if changes.contains(.alert) {
        failed.yield()
        throw Failed()
      }
      return self.value.withLock { $0 }
    }.makeAsyncIterator()
    #expect(await values.next() == 0)
    set(1, [.user, .alert])
    // Else the two may be one change.
    for await _ in failures { break }
    set(2, .user)
    #expect(await values.next() == 2)
  }

  @Test func `changes while a value is read are one change, and none is lost`() async {
    let feed = feed()
    let (readings, isReading) = AsyncStream.makeStream(of: ChangeSet.self)
    let (gates, open) = AsyncStream.makeStream(of: Void.self)
    var values = feed.values([.user, .alert, .pings]) { changes in
      isReading.yield(changes)
      if changes == .user { for await _ in gates { break } }
      return changes
    }.makeAsyncIterator()
    var seen = readings.makeAsyncIterator()
    #expect(await values.next() == [])
    #expect(await seen.next() == [])
    tell.yield(.user)
    #expect(await seen.next() == .user)
    // The feed keeps changes in order while the first reading is suspended.
    tell.yield(.alert)
    tell.yield(.pings)
    tell.yield(.contacts)
    while !feed.hasHeard(.contacts) { await Task.yield() }
    open.yield()
    #expect(await seen.next() == [.alert, .pings, .contacts])
    // What was shown of the first reading may have been waiting all the time.
    while await values.next() != [.alert, .pings, .contacts] {}
  }

  @Test func `all values that a change affects are read before any is shown`() async {
    let feed = feed()
    let (gates, open) = AsyncStream.makeStream(of: Void.self)
    let (readings, isReading) = AsyncStream.makeStream(of: Void.self)
    let shown = Log()
    // Whichever comes second waits: its being read must come before the first one's being shown.
    let read: @Sendable (ChangeSet) async -> String = { changes in
      guard changes != [] else { return "" }
      shown.note("read")
      guard shown.lines.count == 2 || shown.lines == ["read", "shown"] else { return "shown" }
      isReading.yield()
      for await _ in gates { break }
      shown.note("second read")
      return "shown"
    }
    let (first, second) = (feed.values(.user, read), feed.values(.user, read))
    let (beginnings, begun) = AsyncStream.makeStream(of: Void.self)
    let readers = [first, second].map { values in
      Task {
        for await value in values {
          guard value == "" else { return shown.note(value) }
          begun.yield()
        }
      }
    }
    var beginning = beginnings.makeAsyncIterator()
    for _ in readers { await beginning.next() }
    tell.yield(.user)
    for await _ in readings { break }
    open.yield()
    for reader in readers { await reader.value }
    #expect(shown.lines == ["read", "read", "second read", "shown", "shown"])
  }

  @Test func `a failed reading is tried again until it succeeds, ever later`() async {
    struct Busy: Error {}
    let pauses = Mutex<[Int]>([])
    let feed = feed { failures in pauses.withLock { $0.append(failures) } }
    let failures = Mutex(0)
    var values = feed.values(.contacts) { changes in
      if !changes.isEmpty,
        failures.withLock({
          $0 += 1; return $0 < 4
        })
      {
        throw Busy()
      }
      return self.value.withLock { $0 }
    }.makeAsyncIterator()
    #expect(await values.next() == 0)
    set(1, .contacts)
    #expect(await values.next() == 1)
    #expect(pauses.withLock { $0 } == [1, 2, 3])
  }

  @Test func `a value that cannot be read does not hold up another`() async {
    struct Broken: Error {}
    let (never, _) = AsyncStream.makeStream(of: Void.self)
    let feed = feed { _ in for await _ in never {} }
    let broken = feed.values(.user) { _ -> Int in throw Broken() }.makeAsyncIterator()
    var values = feed.values(.user) { _ in self.value.withLock { $0 } }.makeAsyncIterator()
    #expect(await values.next() == 0)
    set(1, .user)
    #expect(await values.next() == 1)
    withExtendedLifetime(broken) {}
  }

  @Test func `a reading that began earlier never replaces a later one`() async {
    let feed = feed()
    let (slow, release) = AsyncStream.makeStream(of: Void.self)
    let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
    var values = feed.values(.user) { changes -> String in
      guard changes.isEmpty else { return "new" }
      isStarted.yield()
      for await _ in slow { break }
      return "old"
    }.makeAsyncIterator()
    for await _ in started { break }
    tell.yield(.user)
    #expect(await values.next() == "new")
    release.yield()
    tell.yield(.user)
    #expect(await values.next() == "new")
  }

  @Test func `the feed ends with its last follower`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    tell.onTermination = { _ in end.finish() }
    let feed = feed()
    let reader = Task {
      for await _ in feed.values(.user, { _ in 0 }) { break }
    }
    await reader.value
    for await _ in ended {}
  }

  /// A value is shown while the runtime holds a lock of the task that reads, and so is an end.
  @Test func `followers leave while values are shown, and neither waits for the other`() async {
    for number in 0..<3_000 {
      let feed = feed()
      let values = feed.values(.user) { _ in 0 }
      let reader = Task { for await _ in values { self.value.withLock { $0 += 1 } } }
      // The reader begins, the value is read and shown, in turn.
      for _ in 0...number % 3 { await Task.yield() }
      reader.cancel()
      await reader.value
    }
    #expect(value.withLock { $0 } > 0)
  }
}

/// Follows a stream for as long as it is held.
private final class Following: Sendable {
  private let task: Task<Void, Never>

  init(_ changes: AsyncStream<ChangeSet>, _ tell: @escaping @Sendable (ChangeSet) -> Void) {
    task = Task {
      for await change in changes { tell(change) }
    }
  }

  deinit { task.cancel() }
}

private final class Log: Sendable {
  private let noted = Mutex<[String]>([])

  func note(_ line: String) { noted.withLock { $0.append(line) } }
  var lines: [String] { noted.withLock { $0 } }
}
