import Composable
import ComposableHTMLTesting
import Testing

@testable import ComposableHTML

@Suite(.timeLimit(.minutes(1)))
struct TestTabTests {
  @Test func `a test presses what it reads and follows the page`() async throws {
    let client = try TestTab(counterSession(.init(rows: [1, 2])))
    try client.click("More")
    try await client.waits(for: "Count: 1")
    try client.hold("increment")
    try await client.waits(for: "Count: 0")
    try client.click("Row 2")
    try await client.waits { $0.element(id: "row-2") == nil }
    #expect(client.page.element(id: "row-1")?.text == "Row 1")
    try client.type("Ada", into: "name")
    try await client.waits { $0.element(id: "name")?["value"] == "Ada" }
  }

  @Test func `a form is sent with its fields as they stand`() async throws {
    let client = try TestTab(counterSession(.init(name: "x\"<&")))
    try client.submit("form")
    try await client.waits { $0.element(id: "name")?["value"] == "x\"<&+a" }
    try client.submit("form", ["name": "Ada"])
    try await client.waits { $0.element(id: "name")?["value"] == "Ada+a" }
  }

  @Test func `a result of an effect is followed, too`() async throws {
    let store = counterStore(load: { 42 })
    let session = LiveSession(store: store, view: CounterPage.view)
    let client = try TestTab(session)
    try client.click("Load it")
    try await client.waits(for: "Count: 42")
    #expect(store.state.count == 42)
  }

  @Test func `pressing what is not there, is deaf or disabled is an error`() throws {
    let session = counterSession(.init(isLocked: true))
    let client = try TestTab(session)
    #expect(throws: PageError.missing("row-9")) { try client.click("row-9") }
    #expect(throws: PageError.deaf("count", event: "click")) { try client.click("count") }
    #expect(throws: PageError.deaf("More", event: "click")) { try client.click("More") }
  }

  @Test func `two elements of one id are found out`() {
    let session = counterSession(.init(rows: [1, 1]))
    #expect(throws: PageError.ambiguousID("row-1")) { try TestTab(session) }
  }
}
