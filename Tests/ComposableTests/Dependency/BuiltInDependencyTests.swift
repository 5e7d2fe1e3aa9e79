import Composable
import ComposableTesting
import Foundation
import Testing

private struct Counting: RandomNumberGenerator, Sendable {
  var number: UInt64 = 0
  mutating func next() -> UInt64 {
    number += 1
    return number
  }
}

@Suite struct BuiltInDependencyTests {
  @Test func `time stands still, or moves when it is set`() {
    let start = Date(timeIntervalSince1970: 100)
    withDependencies {
      $0.date = .constant(start)
    } operation: {
      #expect(DependencyValues.current.date() == start)
      withDependencies {
        $0.date.now += 5
      } operation: {
        #expect(DependencyValues.current.date.now == start + 5)
      }
      #expect(DependencyValues.current.date.now == start)
    }
  }

  @Test func `identifiers count up, or are always the same`() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      let uuid = DependencyValues.current.uuid
      #expect([uuid(), uuid(), uuid()] == [UUID(0), UUID(1), UUID(2)])
      #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    }
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      let uuid = DependencyValues.current.uuid
      #expect([uuid(), uuid()] == [UUID(7), UUID(7)])
    }
  }

  @Test func `a random number generator is shared by all who were given it`() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { $0.next() } == 1)
      #expect(withRandomNumberGenerator { Int.random(in: 4...4, using: &$0) } == 4)
      #expect(withRandomNumberGenerator { $0.next() } == 3)
    }
  }

  @Test func `place and clocks are overridden like anything else`() async throws {
    try await withDependencies {
      $0.locale = Locale(identifier: "de_DE")
      $0.timeZone = .gmt
      $0.calendar = Calendar(identifier: .iso8601)
      $0.continuousClock = ImmediateClock()
      $0.suspendingClock = ImmediateClock()
    } operation: {
      let values = DependencyValues.current
      #expect(values.locale.identifier == "de_DE")
      #expect(values.timeZone.secondsFromGMT() == 0)
      #expect(values.calendar.identifier == .iso8601)
      try await values.continuousClock.sleep(for: .seconds(1000))
      try await values.suspendingClock.sleep(for: .seconds(1000))
    }
  }
}
