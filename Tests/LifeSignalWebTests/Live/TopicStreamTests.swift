import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

@Suite(.timeLimit(.minutes(1))) struct `A stream of topics` {
  private func pieces(of count: Int) async -> Int {
    let stream = TopicStream(clock: TestClock())
    let (changes, change) = AsyncStream.makeStream(of: ChangeSet.self)
    for _ in 0..<count { change.yield(.all) }
    change.finish()
    await stream.follow(changes) { true }
    var number = 0
    for await _ in stream.pieces { number += 1 }
    return number
  }

  @Test func `ends when its reader takes nothing, instead of keeping everything for it`() async {
    #expect(await pieces(of: 10_000) == TopicStream.mostWaiting)
  }

  @Test func `keeps what few changes bring until it is read`() async {
    // One more: a stream begins with all topics.
    #expect(await pieces(of: 10) == 11)
  }
}
