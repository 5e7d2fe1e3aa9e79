import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

@Suite struct ThrottleTests {
  private let start = Date(milliseconds: 1_767_600_000_000)

  @Test func `a burst is let through, then the average`() throws {
    let throttle = Throttle<String>(burst: 3, perSecond: 0.5)
    for _ in 0..<3 { #expect(throttle.take("a", at: start) == nil) }
    #expect(throttle.take("a", at: start) == 2)
    #expect(throttle.take("b", at: start) == nil)
    #expect(throttle.take("a", at: start + 2) == nil)
    #expect(throttle.take("a", at: start + 2) != nil)
  }

  @Test func `a spent person can still check in and call for help`() async throws {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        codeKey: Data("test".utf8), requestBurst: 5, requestsPerSecond: 0.1))
    await #expect(throws: Refusal.self) {
      for _ in 0..<10 { try await world.perform(MarkAllAsRead(), by: world.p) }
    }
    await #expect(throws: Never.self) {
      try await world.perform(CheckInNow(), by: world.p)
    }
    await #expect(throws: Never.self) { try await world.perform(ActivateAlert(), by: world.p) }
    try await world.perform(DeactivateAlert(), by: world.p)
  }

  @Test func `no number of keys makes it remember more than its capacity`() {
    let throttle = Throttle<Int>(burst: 2, perSecond: 0.001, mostKeys: 100)
    #expect(throttle.take(-1, at: start) == nil)
    #expect(throttle.take(-1, at: start) == nil)
    for key in 0..<1_000 { #expect(throttle.take(key, at: start) == nil) }
    #expect(throttle.count <= 100)
    // The throttle remembers the heaviest caller longest.
    #expect(throttle.take(-1, at: start) != nil)
  }
}
