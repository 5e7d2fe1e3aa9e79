import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct FollowTests {
  struct Failure: Error {}

  enum Action: Sendable {
    case start
    case stop
    case heard(Int)
    case failed
  }

  func makeStore<Elements: AsyncSequence>(
    catches: Bool = false, line: UInt = 0,
    _ sequence: @escaping @Sendable () async throws -> Elements
  ) -> Store<[Int], Action>
  where
    Elements.Element == Int, Elements: SendableMetatype,
    Elements.AsyncIterator: SendableMetatype
  {
    let handler: @Sendable (any Error, Send<Action>) async -> Void = { await $1(.failed) }
    return Store(initialState: []) {
      Reduce { (state: inout [Int], action: Action) -> Effect<Action> in
        switch action {
        case .start:
          return .follow(
            sequence, send: { .heard($0) }, catch: catches ? handler : nil, line: line
          )
          .cancellable(id: 1)
        case .stop:
          return .cancel(id: 1)
        case .heard(let number):
          state.append(number)
        case .failed:
          state.append(-1)
        }
        return .none
      }
    }
  }

  @Test func `an effect follows a sequence to its end`() async {
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let store = makeStore { numbers }
    let task = store.send(.start)
    for value in 1...3 { number.yield(value) }
    number.finish()
    await task.finish()
    #expect(store.state == [1, 2, 3])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `a cancelled effect leaves the sequence and sends nothing any more`() async {
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    number.onTermination = { _ in end.finish() }
    let store = makeStore { numbers }
    number.yield(1)
    let task = store.send(.start)
    for await state in store.changes(of: \.self) where state == [1] { break }
    store.send(.stop)
    await task.finish()
    for await _ in ends {}
    number.yield(2)
    #expect(store.state == [1])
    #expect(store.objectsInFlight == 0)
  }

  /// A sequence that does not notice that its task was cancelled.
  struct Stubborn: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let gate: Gate
    var next = 0
    mutating func next() async -> Int? {
      next += 1
      if next == 2 { await Task { [gate] in try? await gate.wait() }.value }
      return next
    }
    func makeAsyncIterator() -> Self { self }
  }

  @Test func `an endless sequence that ignores cancellation is left at its next element`() async {
    let gate = Gate()
    let store = makeStore { Stubborn(gate: gate) }
    let task = store.send(.start)
    await gate.arrival()
    store.send(.stop)
    gate.open()
    await task.finish()
    #expect(store.state == [1])
  }

  @Test func `a sequence's error without a handler is reported at the effect`() async {
    let store = makeStore(line: 12) {
      AsyncThrowingStream<Int, any Error> { continuation in
        continuation.yield(1)
        continuation.finish(throwing: Failure())
      }
    }
    let issues = await captureIssues { await store.send(.start).finish() }
    #expect(store.state == [1])
    #expect(issues.map(\.code) == [.thrownError])
    #expect(issues.first?.site.line == 12)
  }

  @Test func `a sequence's error goes to the handler`() async {
    let store = makeStore(catches: true) {
      AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure()) }
    }
    let issues = await captureIssues { await store.send(.start).finish() }
    #expect(store.state == [-1])
    #expect(issues.isEmpty)
  }

  @Test func `an error of making the sequence is one of the sequence`() async {
    let store = makeStore(catches: true) { () throws -> AsyncStream<Int> in throw Failure() }
    await store.send(.start).finish()
    #expect(store.state == [-1])
  }

  @Test func `an error after cancellation is silent`() async {
    let (numbers, number) = AsyncThrowingStream.makeStream(of: Int.self)
    let store = makeStore { numbers }
    let task = store.send(.start)
    let issues = await captureIssues {
      store.send(.stop)
      number.finish(throwing: Failure())
      await task.finish()
    }
    #expect(issues.isEmpty)
  }

  @Test func `the sequence is made in the effect, under the overrides in force`() async {
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Action) -> Effect<Action> in
        if case .heard(let number) = action { state.append(number) }
        guard case .start = action else { return .none }
        return .follow {
          let day = DependencyValues.current.calendar.firstWeekday
          return AsyncStream<Int> {
            $0.yield(day)
            $0.finish()
          }
        } send: {
          .heard($0)
        }
      }
      .transformDependency(\.calendar) { $0.firstWeekday = 5 }
    } withDependencies: {
      $0.calendar = .init(identifier: .iso8601)
    }
    await store.send(.start).finish()
    #expect(store.state == [5])
  }
}
