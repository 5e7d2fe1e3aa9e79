import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct CancellationReachTests {
  @Test(
    "26: cancel reaches an equal id at its own place, and the children's below it",
    arguments: Crowd.Child.allCases)
  func reach(child: Crowd.Child) async {
    let store = Store(initialState: Crowd.State()) { Crowd() }
    let own = store.send(.startPlain)
    let below = store.send(child(.startPlain))
    store.send(.stopPlain)
    #expect(own.isWindingDown)
    #expect(below.isWindingDown)
    await store.drain()
    #expect(store.effectsInFlight == 0)
  }

  @Test("26: ids of equal value and different type are different, in payloads too")
  func types() async {
    enum Step: Sendable {
      case startPlain
      case stopPlain(any Hashable & Sendable)
      case start
      case stop(any Hashable & Sendable)
    }
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, step: Step) in
        func load(_ page: any Hashable & Sendable) -> any Hashable & Sendable {
          @EffectID var load = page
          return load
        }
        switch step {
        case .startPlain: return forever(1)
        case .stopPlain(let id): return .cancel(id: id)
        case .start: return forever(load(1))
        case .stop(let page): return .cancel(id: load(page))
        }
      }
    }
    let plain = store.send(.startPlain)
    let identified = store.send(.start)
    store.send(.stopPlain(UInt8(1)))
    store.send(.stopPlain(Int?.some(1)))
    store.send(.stop(UInt8(1)))
    #expect(!plain.isWindingDown)
    #expect(!identified.isWindingDown)
    store.send(.stopPlain(1))
    store.send(.stop(1))
    #expect(plain.isWindingDown)
    #expect(identified.isWindingDown)
    await store.drain()
  }

  @Test(
    "27: a child's cancel reaches its own effect only: no sibling's, no cousin's, no parent's",
    arguments: Crowd.Child.allCases)
  func isolation(child: Crowd.Child) async {
    let store = Store(initialState: Crowd.State()) { Crowd() }
    let parent = store.send(.startPlain)
    let others = Crowd.Child.allCases.filter { $0 != child }
    let tasks = others.flatMap { [store.send($0(.start)), store.send($0(.startPlain))] }
    let identified = store.send(child(.start))
    let plain = store.send(child(.startPlain))

    store.send(child(.stop))
    #expect(identified.isWindingDown)
    #expect(!plain.isWindingDown)
    store.send(child(.stopPlain))
    #expect(plain.isWindingDown)
    #expect(!parent.isWindingDown)
    #expect(tasks.allSatisfy { !$0.isWindingDown })
    await store.drain()
  }

  @Test("27: another store's effects are never reached, however alike the stores are")
  func stores() async {
    let first = Store(initialState: Crowd.State()) { Crowd() }
    let second = Store(initialState: Crowd.State()) { Crowd() }
    for child in Crowd.Child.allCases {
      first.send(child(.start))
      let other = second.send(child(.start))
      let plain = second.send(child(.startPlain))
      first.send(child(.stop))
      first.send(child(.stopPlain))
      #expect(!other.isWindingDown)
      #expect(!plain.isWindingDown)
    }
    first.send(.stopPlain)
    #expect(second.effectsInFlight == 2 * Crowd.Child.allCases.count)
    await first.drain()
    await second.drain()
  }
}
