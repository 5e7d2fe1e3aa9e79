import Composable
import Testing

// This target isolates to the main actor by default. What macros write must not be: a store
// reduces wherever it is sent to.

@CasePathable
private enum Choice: Sendable {
  case text(String)
  case pair(Int, label: String)
  case none
}

@ObservableState
private nonisolated struct Sheet: Equatable, Sendable {
  var title = ""
}

private nonisolated func title(of sheet: some ObservableState) -> String? {
  (sheet as? Sheet)?.title
}

@DependencyClient
private nonisolated struct Client: Sendable {
  var load: @Sendable (_ id: Int) async throws -> String
  var list: @Sendable () -> [Int] = { [] }
}

private nonisolated enum ClientKey: TestDependencyKey {
  static let testValue = Client()
}

@Suite struct DefaultIsolationTests {
  @Test func `generated code can be used outside the main actor`() async {
    let found = await Task.detached {
      (
        Choice.text("a")[case: \.text], Choice.pair(1, label: "b").is(\.pair),
        Choice.none._caseIdentity.name, title(of: Sheet(title: "c"))
      )
    }.value
    #expect(found.0 == "a" && found.1 && found.2 == "none" && found.3 == "c")
  }

  @Test func `a client is made and called from outside the main actor`() async throws {
    let text = try await Task.detached {
      try await withDependencies {
        $0[ClientKey.self] = Client(load: { "\($0)" })
      } operation: {
        try await DependencyValues.current[ClientKey.self].load(id: 7)
      }
    }.value
    #expect(text == "7")
  }
}
