import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct StoreRegistryBlueprintTests {
  @Reducer
  struct Note {
    struct State: Codable, Equatable, Sendable {
      var text = ""
      var weight = 0.0
      var written: Date?
    }
    enum Action: Sendable { case write(String), weigh(Double) }
    @Dependency(\.date) var date

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .write(let text):
          state.text = text
          state.written = date.now
        case .weigh(let weight): state.weight = weight
        }
        return .none
      }
    }
  }

  typealias Registry = StoreRegistry<String, StoreOf<Note>, StateSnapshot>

  let clock = TestClock()
  let journal = Journal<StateSnapshotError>()

  func registry(version: Int = 1) -> Registry {
    let journal = journal
    return Registry(
      blueprint: StoreBlueprint { Note() }, version: version, clock: clock,
      initialState: { Note.State(text: "\($0) is new") },
      unreadable: { _, snapshot, error in
        journal.note(error)
        return snapshot.version == 1 ? Note.State(text: "taken over") : nil
      },
      withDependencies: { id, values in
        values.date = .constant(Date(timeIntervalSince1970: Double(id.utf8.count)))
      })
  }

  @Test func `stores of one blueprint have states and dependencies of their own`() {
    let registry = registry()
    registry.open("a").send(.write("x"))
    registry.open("bbb").send(.write("y"))
    #expect(registry.open("a").state.written == Date(timeIntervalSince1970: 1))
    #expect(registry.open("bbb").state.written == Date(timeIntervalSince1970: 3))
    #expect(registry.open("c").state.text == "c is new")
  }

  @Test func `a state survives its store and its server as bytes`() async {
    let first = registry()
    first.open("a").send(.write("x"))
    await clock.advance(by: .seconds(120))
    first.evictIdle()
    #expect(first.open("a").state.text == "x")
    let saved = await first.shutdown().snapshots.mapValues(\.data)
    let second = registry()
    second.restore(saved.compactMapValues { try? StateSnapshot(data: $0) })
    #expect(second.open("a").state.written == Date(timeIntervalSince1970: 1))
    #expect(journal.entries.isEmpty)
  }

  @Test func `a snapshot that cannot be read is reported, and the store starts fresh`() throws {
    let registry = registry(version: 3)
    registry.restore([
      "old": try StateSnapshot(of: Note.State(), version: 1),
      "odd": try StateSnapshot(of: [1, 2, 3], version: 3),
    ])
    #expect(registry.open("old").state.text == "taken over")
    #expect(registry.open("odd").state.text == "odd is new")
    #expect(
      journal.entries == [
        .otherVersion(found: 1, expected: 3), .unreadable(state: "State", at: "state"),
      ])
  }

  @Test func `a state that cannot be written is reported where the registry was made`() async {
    let registry = registry()
    registry.open("a").send(.weigh(.nan))
    await clock.advance(by: .seconds(120))
    let issues = captureIssues { registry.evictIdle() }
    #expect(issues.map(\.code) == [.snapshotFailed])
    #expect(issues.first?.site.fileID.description.hasSuffix("BlueprintTests.swift") == true)
    #expect(registry.liveCount == 0)
    #expect(registry.parkedCount == 0)
  }

  @Test func `a store comes back from a snapshot of a later version, too`() async {
    let registry = registry(version: 2)
    registry.open("a").send(.write("x"))
    await clock.advance(by: .seconds(120))
    #expect(registry.evictIdle() == 1)
    #expect(registry.open("a").state.text == "x")
    #expect(journal.entries.isEmpty)
  }
}
