import Composable
import ComposableTesting
import Testing

/// One order, however often and wherever it runs.
@Suite("44: determinism", .leavesNothing, .timeLimit(.minutes(5))) struct DeterminismTests {
  @Test func `44: 1,000 repetitions of concurrent effects give one order`() async {
    let first = await Crowd.log()
    #expect(first.count == 38)
    // Eight at a time, so that every repetition meets other threads and other moments. Between
    // them other tests get their turn: a repetition never waits for anything.
    let others = await withTaskGroup(of: [[String]].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var logs: [[String]] = []
          for _ in 0..<125 {
            logs.append(await Crowd.log())
            await Task.yield()
          }
          return logs
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(others.count == 1_000)
    #expect(others.filter { $0 != first }.count == 0)
    if let other = others.first(where: { $0 != first }) { #expect(other == first) }
  }
}

/// A feature that does everything at once that could come in more than one order.
@Reducer
private struct Crowd {
  struct Row: Equatable, Sendable, Identifiable {
    let id: Int
  }
  struct State: Equatable, Sendable {
    var rows = IdentifiedArrayOf<Row>(uniqueElements: (0..<6).map(Row.init))
    var log: [String] = []
  }
  enum Action: Sendable {
    case start
    case said(String)
    case stop
    case removeRows
    case rows(IdentifiedAction<Int, RowAction>)
  }
  enum RowAction: Sendable { case work }

  let journal: Journal
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .merge(together, inTurn, children, handedOver, nested)
      case .said(let text):
        state.log.append(text)
        return .none
      case .stop:
        return .cancel(id: "together")
      case .removeRows:
        state.rows = []
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { RowFeature(journal: journal) }
  }

  /// Six under one id that wake at one instant, and say when they are cancelled.
  private var together: Effect<Action> {
    .merge(
      (0..<6).map { number in
        .run { [clock, journal] send in
          await withTaskCancellationHandler {
            while !Task.isCancelled {
              guard (try? await clock.sleep(for: .seconds(1))) != nil else { break }
              await send(.said("together \(number)"))
            }
          } onCancel: {
            journal.note("cancel \(number)")
          }
          journal.note("ended \(number)")
        }
        .cancellable(id: "together")
      })
  }

  private var inTurn: Effect<Action> {
    .concatenate(
      (0..<3).map { number in
        .run { [clock] send in
          try await clock.sleep(for: .milliseconds(500))
          await send(.said("in turn \(number)"))
        }
      })
  }

  private var children: Effect<Action> {
    .run { [clock] send in
      let order = await withTaskGroup(of: Int.self) { group in
        for number in 0..<5 {
          group.addTask {
            try? await clock.sleep(for: .seconds(1 + number % 2))
            await Task.yield()
            return number
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      await send(.said("children \(order)"))
    }
  }

  /// One effect feeds another through a stream.
  private var handedOver: Effect<Action> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    return .merge(
      .run { send in
        for await number in stream { await send(.said("handed over \(number)")) }
      },
      .run { _ in
        for number in 0..<3 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      })
  }

  private var nested: Effect<Action> {
    .run { [clock] send in
      async let cancelled: Void = withTaskCancellation(id: "nested") {
        try await clock.sleep(for: .seconds(10))
      }
      try await clock.sleep(for: .seconds(1))
      Task.cancel(id: "nested")
      let wasCancelled = (try? await cancelled) == nil
      await send(.said("nested \(wasCancelled)"))
    }
  }

  private struct RowFeature: Reducer {
    let journal: Journal
    @Dependency(\.continuousClock) var clock

    func reduce(into row: inout Row, action: RowAction) -> Effect<RowAction> {
      .run { [id = row.id, clock, journal] _ in
        try? await clock.sleep(for: .seconds(100))
        journal.note("row \(id) ended")
      }
    }
  }

  static func log() async -> [String] {
    let journal = Journal()
    let clock = TestClock()
    let store = TestStore(initialState: State()) {
      Crowd(journal: journal)
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    for id in 0..<6 { await store.send(.rows(.element(id: id, action: .work))) }
    await store.send(.start)
    await clock.advance(by: .seconds(2))
    await store.send(.stop)
    await store.send(.removeRows)
    await store.skipReceivedActions(strict: false)
    await store.finish()
    #expect(store.effectsInFlight == 0)
    return store.state.log + journal.entries
  }
}
