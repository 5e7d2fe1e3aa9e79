import Composable
import ComposableTestSupport
import Foundation
import Testing

/// The snippets of the article "Stores on a server".
@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct ServerArticleTests {
  @Reducer
  struct Cart {
    struct State: Codable, Equatable, Sendable {
      var owner: Int
      var items: [String] = []
    }
    enum Action: Sendable { case add(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let item): state.items.append(item)
        }
        return .none
      }
    }
  }

  @Test func `the article's server works as it says`() async throws {
    let carts = StoreRegistry<Int, StoreOf<Cart>, StateSnapshot>(
      blueprint: StoreBlueprint { Cart() },
      version: 1,
      settings: StoreRegistrySettings(idleTime: .seconds(600), snapshotLimit: 100_000),
      initialState: { Cart.State(owner: $0) },
      unreadable: { _, _, _ in nil })

    carts.open(7).send(.add("tea"))

    let housekeeping = Task { await carts.run() }

    let store = carts.open(7)
    let kept = try store.snapshot(version: 1).data
    let state = try StateSnapshot(data: kept).state(Cart.State.self, version: 1)
    #expect(state == Cart.State(owner: 7, items: ["tea"]))

    let mailbox = Mailbox(store: store, limit: 100)
    try await mailbox.send(.add("cake"))
    do throws(MailboxError) {
      try mailbox.enqueue(.add("more cake"))
    } catch {
      Issue.record(error)
    }

    let left = await mailbox.shutdown(deadline: .seconds(10))
    #expect(left.isEmpty)
    housekeeping.cancel()
    let remains = await carts.shutdown(deadline: .seconds(10))
    let next = try #require(remains.snapshots[7]).state(Cart.State.self)
    #expect(next.items == ["tea", "cake", "more cake"])
    #expect(remains.unfinished.isEmpty)
    await housekeeping.value
  }

  @Test func `the article's hooks log a slow action`() {
    let lines = Journal<String>()
    let log: @Sendable (String) -> Void = { lines.note($0) }
    let store = Store(initialState: Cart.State(owner: 7)) {
      Cart()
    } withDependencies: {
      $0.storeHooks = StoreHooks(slowerThan: .zero) { report in
        log("\(report.action) took \(report.duration), \(report.effectsInFlight) effects")
      }
    }
    store.send(.add("tea"))
    #expect(lines.entries.count == 1)
    #expect(lines.entries.first?.hasPrefix("add took ") == true)
  }
}
