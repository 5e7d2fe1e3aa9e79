import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DocumentShelfTests {
  @Test func `a shelf shows the folder, and how open documents do`() async throws {
    let folder = try TemporaryFolder()
    let documents = openDocuments(TestClock())
    try folder.put("Odd.timer", "not json")
    try folder.put("notes.txt", "no timer")
    let store = StoreOf<DocumentShelf>(initialState: DocumentShelf.State()) {
      DocumentShelf()
    } withDependencies: {
      $0.shelfClient = .folder(folder.url, documents)
    }
    store.send(.appeared)
    store.send(.newDocument(TimerRequest(name: "Tea", time: "3:00")))
    // The shelf may see the file before the document is open.
    for await items in store.changes(of: \.items)
    where items.contains(where: { $0.document != nil }) {
      #expect(items.map(\.fileName) == ["Odd.timer", "Tea.timer"])
      #expect(items.map { $0.document != nil } == [false, true])
      break
    }
    let tea = try #require(documents.all.first)
    tea.send(.timer(.reset))
    tea.send(.closeWithoutSaving)
    for await items in store.changes(of: \.items) where items.allSatisfy({ $0.document == nil }) {
      break
    }
    store.cancelAll()
  }

  @Test func `what could not be made is said`() async {
    let store = TestStore(initialState: DocumentShelf.State()) {
      DocumentShelf()
    } withDependencies: {
      $0.shelfClient.create = { _ in throw TimerFileProblem.unwritable }
    }
    await store.send(.newDocument(TimerRequest(name: "Tea", time: "never"))) {
      $0.problem = TimerRequest.Refusal.noTime("never").message
    }
    await store.send(.newDocument(TimerRequest(name: "Tea", time: "3:00"))) { $0.problem = nil }
    await store.receive(\.failed) { $0.problem = TimerFileProblem.unwritable.message("Tea") }
    await store.send(.problemDismissed) { $0.problem = nil }
  }
}
