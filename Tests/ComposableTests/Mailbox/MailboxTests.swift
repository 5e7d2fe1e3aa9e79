import Composable
import ComposableTestSupport
import ComposableTesting
import Synchronization
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct MailboxTests {
  /// A store that notes numbers; it holds the thread that brings it the number zero.
  struct Fixture {
    let bolt = Bolt()
    let clock = TestClock()
    let store: Store<[Int], Int>
    let mailbox: Mailbox<Int>

    init(limit: Int, patience: Duration = .seconds(3600)) {
      store = Store(initialState: []) { [bolt] in
        Reduce { (state: inout [Int], number: Int) in
          if number == 0 { bolt.hold() }
          state.append(number)
          return .none
        }
      }
      mailbox = Mailbox(
        store: store, limit: limit, patience: patience, clock: clock, executor: ThreadPerJob())
    }

    /// Lets the reducer not return.
    func stick() async throws {
      try mailbox.enqueue(0)
      try await bolt.holds.wait()
    }

    /// Starts a sender and returns when it waits for a place.
    func wait(with number: Int) async -> Task<MailboxError?, Never> {
      let before = mailbox.waitingSenderCount
      let sender = Task { () -> MailboxError? in
        do throws(MailboxError) {
          try await mailbox.send(number)
          return nil
        } catch {
          return error
        }
      }
      while mailbox.waitingSenderCount == before && !Task.isCancelled { await Task.yield() }
      return sender
    }

    func states(_ states: [Int]) async {
      for await current in store.changes(of: { $0 }) where current == states { return }
    }
  }

  @Test func `actions are reduced in the order in which they were taken`() async throws {
    let fixture = Fixture(limit: 100)
    for number in 1...50 { try fixture.mailbox.enqueue(number) }
    for number in 51...300 { try await fixture.mailbox.send(number) }
    await fixture.states(Array(1...300))
    #expect(fixture.store.state == Array(1...300))
  }

  @Test func `no more than the limit wait, and the next is refused`() async throws {
    let fixture = Fixture(limit: 2)
    defer { fixture.bolt.open() }
    try await fixture.stick()
    try fixture.mailbox.enqueue(1)
    try fixture.mailbox.enqueue(2)
    #expect(throws: MailboxError.full(limit: 2)) { try fixture.mailbox.enqueue(3) }
    #expect(fixture.mailbox.count == 2)
    fixture.bolt.open()
    await fixture.states([0, 1, 2])
    try fixture.mailbox.enqueue(3)
    await fixture.states([0, 1, 2, 3])
  }

  @Test func `senders wait for a place and get theirs in turn`() async throws {
    let fixture = Fixture(limit: 1)
    defer { fixture.bolt.open() }
    try await fixture.stick()
    try fixture.mailbox.enqueue(1)
    var senders: [Task<MailboxError?, Never>] = []
    for number in 2...5 { senders.append(await fixture.wait(with: number)) }
    #expect(fixture.mailbox.count == 1)
    #expect(fixture.mailbox.waitingSenderCount == 4)
    #expect(throws: MailboxError.full(limit: 1)) { try fixture.mailbox.enqueue(6) }
    fixture.bolt.open()
    for sender in senders { #expect(await sender.value == nil) }
    await fixture.states([0, 1, 2, 3, 4, 5])
  }

  @Test func `a waiting sender that is cancelled gives up only its own turn`() async throws {
    let fixture = Fixture(limit: 1)
    defer { fixture.bolt.open() }
    try await fixture.stick()
    try fixture.mailbox.enqueue(1)
    let first = await fixture.wait(with: 2)
    let second = await fixture.wait(with: 3)
    let third = await fixture.wait(with: 4)
    second.cancel()
    #expect(await second.value == .cancelled)
    #expect(fixture.mailbox.waitingSenderCount == 2)
    fixture.bolt.open()
    #expect(await first.value == nil)
    #expect(await third.value == nil)
    await fixture.states([0, 1, 2, 4])
  }

  @Test func `a task that was cancelled before cannot send`() async {
    let fixture = Fixture(limit: 1)
    let sender = Task { () -> MailboxError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(MailboxError) {
        try await fixture.mailbox.send(1)
        return nil
      } catch {
        return error
      }
    }
    #expect(await sender.value == .cancelled)
    #expect(fixture.mailbox.count == 0)
    #expect(fixture.store.state == [])
  }

  @Test func `many senders at once lose nothing, keep their own order and stay in bounds`() async {
    struct Mail: Sendable, Equatable { let sender: Int, number: Int }
    let tooMany = Mutex(0)
    let box = Mutex<Mailbox<Mail>?>(nil)
    let store = Store(initialState: [Mail]()) {
      Reduce { (state: inout [Mail], mail: Mail) in
        if (box.withLock { $0?.count } ?? 0) > 10 { tooMany.withLock { $0 += 1 } }
        state.append(mail)
        return .none
      }
    }
    let mailbox = Mailbox(store: store, limit: 10)
    box.withLock { $0 = mailbox }
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<50 {
        group.addTask {
          for number in 0..<40 { try? await mailbox.send(Mail(sender: sender, number: number)) }
        }
      }
    }
    #expect(await mailbox.shutdown(deadline: .seconds(30)).isEmpty)
    box.withLock { $0 = nil }
    #expect(store.state.count == 50 * 40)
    for sender in 0..<50 {
      #expect(store.state.filter { $0.sender == sender }.map(\.number) == Array(0..<40))
    }
    #expect(tooMany.withLock { $0 } == 0)
  }

  @Test func `shutdown lets what was taken be reduced and takes nothing more`() async throws {
    let fixture = Fixture(limit: 100)
    for number in 1...100 { try fixture.mailbox.enqueue(number) }
    #expect(await fixture.mailbox.shutdown(deadline: .seconds(10)) == [])
    #expect(fixture.store.state == Array(1...100))
    #expect(throws: MailboxError.closed) { try fixture.mailbox.enqueue(1) }
    await #expect(throws: MailboxError.closed) { try await fixture.mailbox.send(1) }
  }

  @Test func `a reducer that never returns loses nothing: senders and shutdown get an answer`()
    async throws
  {
    let fixture = Fixture(limit: 2)
    defer { fixture.bolt.open() }
    try await fixture.stick()
    try fixture.mailbox.enqueue(1)
    try fixture.mailbox.enqueue(2)
    let sender = await fixture.wait(with: 3)
    async let left = fixture.mailbox.shutdown(deadline: .seconds(1))
    #expect(await sender.value == .closed)
    // The watch over the reducer sleeps here as well, until it finds that it was cancelled.
    await fixture.clock.waitForSleepers()
    await fixture.clock.advance(by: .seconds(1))
    #expect(await left == [1, 2])
    fixture.bolt.open()
    await fixture.states([0])
    #expect(await fixture.mailbox.shutdown() == [])
    #expect(fixture.store.state == [0], "what was given back is not reduced as well")
  }

  @Test func `a released mailbox still reduces the actions it has accepted`() async throws {
    var fixture: Fixture? = Fixture(limit: 10)
    let (bolt, store) = try #require(fixture.map { ($0.bolt, $0.store) })
    try await fixture?.stick()
    for number in 1...5 { try fixture?.mailbox.enqueue(number) }
    weak let mailbox = fixture?.mailbox
    fixture = nil
    #expect(mailbox != nil)
    bolt.open()
    for await state in store.changes(of: { $0 }) where state == [0, 1, 2, 3, 4, 5] { break }
  }

  @Test func `a reducer that keeps senders waiting is reported once, where the mailbox was made`()
    async throws
  {
    let (reports, report) = AsyncStream.makeStream(of: ComposableIssue.self)
    try await IssueReporter.$scoped.withValue(IssueReporter.Scope { report.yield($0) }) {
      let fixture = Fixture(limit: 1, patience: .seconds(5))
      defer { fixture.bolt.open() }
      try await fixture.stick()
      try fixture.mailbox.enqueue(1)
      let sender = await fixture.wait(with: 2)
      for _ in 1...3 {
        await fixture.clock.waitForSleepers()
        await fixture.clock.advance(by: .seconds(5))
      }
      await fixture.clock.waitForSleepers()
      fixture.bolt.open()
      #expect(await sender.value == nil)
      #expect(await fixture.mailbox.shutdown(deadline: .seconds(10)) == [])
    }
    report.finish()
    var issues: [ComposableIssue] = []
    for await issue in reports { issues.append(issue) }
    #expect(issues.map(\.code) == [.mailboxStalled])
    #expect(issues.first?.message.contains("5.0 seconds") == true)
    #expect(issues.first?.site.fileID.description.hasSuffix("MailboxTests.swift") == true)
  }

  @Test func `there is room for one action at least`() async throws {
    let fixture = Fixture(limit: 0)
    #expect(fixture.mailbox.limit == 1)
    try await fixture.mailbox.send(1)
    await fixture.states([1])
  }

  @Test func `shutdown hears of the last reduction without its deadline`() async throws {
    let fixture = Fixture(limit: 2)
    defer { fixture.bolt.open() }
    try await fixture.stick()
    try fixture.mailbox.enqueue(1)
    async let left = fixture.mailbox.shutdown(deadline: .seconds(1))
    await fixture.clock.waitForSleepers()
    fixture.bolt.open()
    #expect(await left == [])
    #expect(fixture.store.state == [0, 1])
  }

  @Test func `an issue during a reduction reaches the task that made the mailbox`() async throws {
    let issues = try await captureIssues {
      let store = Store(initialState: Workshop.State()) { Workshop() }
      let mailbox = Mailbox(store: store, limit: 1)
      try await mailbox.send(.guest(.finish))
      _ = await mailbox.shutdown(deadline: .seconds(30))
    }
    #expect(issues.map(\.code) == [.missingChild])
  }
}
