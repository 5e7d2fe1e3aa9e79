import Composable
import LifeSignalTestSupport
import Logging
import Synchronization
import Testing

@testable import LifeSignalWeb

struct SlowActionLogTests {
  @Reducer
  struct Slow {
    typealias State = Int
    enum Action: Sendable { case named(String, takes: Duration) }
    let clock: StepClock

    var body: some Reducer<Int, Action> {
      Reduce { _, action in
        switch action {
        case .named(_, let duration): clock.advance(by: duration)
        }
        return .none
      }
    }
  }

  @Test func `a slow action is logged by its name, a quick one is not`() {
    let lines = LogLines()
    let clock = StepClock()
    let logger = Logger(label: "test") { _ in lines }
    let store = Store(initialState: 0) {
      Slow(clock: clock)
    } withDependencies: {
      $0.storeHooks = SlowActionLog.hooks(clock: clock, logger: logger)
    }
    store.send(.named("Margaret", takes: .milliseconds(99)))
    #expect(lines.all.isEmpty)
    store.send(.named("Margaret", takes: .milliseconds(250)))
    #expect(lines.all == ["slow action action=named actions=1 effects=0 milliseconds=250.0"])
  }
}

/// A clock that a reducer moves while it reduces.
final class StepClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let instant = Mutex(Instant())

  var now: Instant { instant.withLock { $0 } }
  let minimumResolution: Swift.Duration = .zero
  func advance(by duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
