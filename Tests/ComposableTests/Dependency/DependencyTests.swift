import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

private enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let testValue = 2
}
private enum BareKey: DependencyKey {
  static let liveValue = 3
}
extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  fileprivate var bare: Int {
    get { self[BareKey.self] }
    set { self[BareKey.self] = newValue }
  }
}

@Reducer
private struct Reader {
  struct State: Equatable, Sendable { var seen: [Int] = [] }
  enum Action: Equatable, Sendable {
    case read
    case readInEffect
    case found(Int)
  }
  @Dependency(\.number) var number
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read:
        state.seen.append(number)
        return .none
      case .readInEffect:
        return .run { send in await send(.found(number)) }
      case .found(let found):
        state.seen.append(found)
        state.seen.append(number)
        return .none
      }
    }
  }
}

@Suite(.leavesNothingBehind) struct DependencyTests {
  @Test func `a store's override is seen by its reducers and effects only`() async {
    let store = Store(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      $0.number = 7
    }
    let other = Store(initialState: Reader.State()) { Reader() }
    store.send(.read)
    other.send(.read)
    await store.send(.readInEffect).finish()
    #expect(store.state.seen == [7, 7, 7])
    #expect(other.state.seen == [2])
  }

  @Test func `the nearest override wins and effects inherit it`() async {
    let store = Store(initialState: Reader.State()) {
      Reader().dependency(\.number, 9).dependency(\.number, 8)
    }
    await store.send(.readInEffect).finish()
    #expect(store.state.seen == [9, 9])
  }

  @Test func `overrides nest around code and end with it`() async {
    withDependencies {
      $0.number = 5
    } operation: {
      #expect(DependencyValues.current.number == 5)
      withDependencies {
        $0.number = 6
      } operation: {
        #expect(DependencyValues.current.number == 6)
      }
      #expect(DependencyValues.current.number == 5)
    }
    #expect(DependencyValues.current.number == 2)
  }

  @Test func `an unset test value is reported by name`() {
    var values = DependencyValues.current
    values.context = .test
    let issues = captureIssues {
      withDependencies {
        $0 = values
      } operation: {
        #expect(Dependency(\.bare).wrappedValue == 3)
      }
    }
    #expect(issues.map(\.code) == [.unimplemented])
    #expect(issues.first?.message.contains("BareKey") == true)
  }

  @Test func `an endpoint that was left out reports its name`() async {
    let client = SmokeClient()
    let issues = await captureIssues {
      await #expect(throws: UnimplementedEndpoint("SmokeClient.load")) {
        try await client.load(id: 1)
      }
      #expect(client.list() == [])
    }
    #expect(issues.count == 2)
    #expect(issues.first?.message.contains("SmokeClient.load") == true)
    let loaded = try? await SmokeClient(load: { "\($0)" }).load(id: 4)
    #expect(loaded == "4")
  }

  @Test func `shared values stay within one store`() {
    let first = Store(initialState: SmokeParent.State()) { SmokeParent() }
    let second = Store(initialState: SmokeParent.State()) { SmokeParent() }
    first.withState { $0.$shared.withLock { $0 = 5 } }
    #expect(first.state.shared == 5)
    #expect(second.state.shared == 0)
  }

  @Test func `built-in dependencies are overridden like any other`() {
    let now = Date(timeIntervalSince1970: 0)
    withDependencies {
      $0.date = .constant(now)
      $0.uuid = .incrementing
    } operation: {
      let values = DependencyValues.current
      #expect(values.date() == now)
      #expect(values.uuid() == UUID(0))
      #expect(values.uuid() == UUID(1))
    }
  }
}
