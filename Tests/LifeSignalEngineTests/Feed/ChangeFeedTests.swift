import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

@Suite(.timeLimit(.minutes(1))) struct ChangeFeedTests {
  @Test func `pending changes are merged into one element`() async {
    let feed = ChangeFeed()
    let changes = feed.changes(for: "1")
    feed.publish(["1": .pings])
    feed.publish(["1": .contacts, "2": .alert])
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == [.pings, .contacts])
  }

  @Test func `every follower of a person is notified, and no one else`() async {
    let feed = ChangeFeed()
    var one = feed.changes(for: "1").makeAsyncIterator()
    var two = feed.changes(for: "1").makeAsyncIterator()
    var other = feed.changes(for: "2").makeAsyncIterator()
    feed.publish(["1": .user])
    feed.publish(["2": .alert])
    #expect(await one.next() == .user)
    #expect(await two.next() == .user)
    #expect(await other.next() == .alert)
  }

  @Test func `a stream that is let go is forgotten`() async {
    let feed = ChangeFeed()
    do {
      let changes = feed.changes(for: "1")
      feed.publish(["1": .user])
      var iterator = changes.makeAsyncIterator()
      _ = await iterator.next()
      #expect(feed.followers == 1)
    }
    #expect(feed.followers == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled follower ends and is forgotten`() async {
    let feed = ChangeFeed()
    let task = Task {
      for await _ in feed.changes(for: "1") {}
    }
    while feed.followers == 0 { await Task.yield() }
    task.cancel()
    await task.value
    #expect(feed.followers == 0)
  }

  @Test func `a commit tells exactly those whose page changes`() async throws {
    let world = try await SmallWorld()
    let changes = world.engine.changes(for: world.r1)
    let unrelated = world.engine.changes(for: "999")
    world.clock.advance(by: 1)
    try await world.perform(CheckInNow(), by: world.p)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .contacts)
    try await world.perform(ActivateAlert(), by: world.p)
    #expect(await iterator.next() == [.contacts, .notifications, .timeline])
    _ = unrelated
  }

  @Test func `a refused command notifies no one`() async throws {
    let world = try await SmallWorld()
    let changes = world.engine.changes(for: world.p)
    await #expect(throws: Refusal.self) {
      try await world.perform(SetCheckInInterval(seconds: 1), by: world.p)
    }
    try await world.perform(SetCheckInInterval(seconds: 7_200), by: world.p)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == [.user, .timeline])
  }
}
