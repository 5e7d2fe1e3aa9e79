import Testing

@testable import LifeSignalWeb

@Suite struct `So many at once` {
  @Test func `of one key, while others have room`() async throws {
    let lanes = Lanes<String>(perKey: 1, most: 8)
    try await lanes.hold("a") {
      await #expect(throws: Lanes<String>.Full()) { try await lanes.hold("a") {} }
      try await lanes.hold("b") {}
    }
    // What is done, and what has failed, leaves its lane.
    struct Failed: Error {}
    await #expect(throws: Failed.self) { try await lanes.hold("a") { throw Failed() } }
    try await lanes.hold("a") {}
  }

  @Test func `of all together`() async throws {
    let lanes = Lanes<Int>(perKey: 1, most: 2)
    try await lanes.hold(1) {
      _ = try await lanes.hold(2) {
        await #expect(throws: Lanes<Int>.Full()) { try await lanes.hold(3) {} }
      }
      try await lanes.hold(3) {}
    }
  }
}
