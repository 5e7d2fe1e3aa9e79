import Composable
import ComposableTestSupport
import Testing

/// The trait that watches over the other suites: it must notice what it is there for.
@Suite struct LeavesNothingBehindTests {
  private let trait = LeavesNothingBehind.leavesNothingBehind(within: .milliseconds(50))

  private func issues(_ body: @escaping @Sendable () async -> Void) async throws -> Int {
    let counted = Journal<String>()
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: try #require(Test.current), testCase: nil) { await body() }
    } matching: { issue in
      counted.note(issue.comments.map(\.rawValue).joined())
      return true
    }
    return counted.entries.count { $0.contains("outlives the test") }
  }

  private func makeStore() -> Store<Int, Void> {
    Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in .run { _ in try await never() } }
    }
  }

  @Test func `a store that is released with its effects is fine`() async throws {
    #expect(try await issues { makeStore().send(()) } == 0)
  }

  #if DEBUG
    @Test func `a store in a retain cycle fails the test`() async throws {
      final class Owner: @unchecked Sendable {
        var store: Store<Int, Void>?
        var myself: Owner?
      }
      let owner = Journal<Owner>()
      let count = try await issues {
        let made = Owner()
        made.store = makeStore()
        made.myself = made
        owner.note(made)
      }
      #expect(count == 1)
      owner.entries.first?.myself = nil
    }

    @Test func `a store task that is kept fails the test`() async throws {
      let kept = Journal<StoreTask>()
      #expect(try await issues { kept.note(makeStore().send(())) } == 1)
      withExtendedLifetime(kept) {}
    }
  #endif
}
