import Composable
import ComposableHTML
import ComposableHTMLTesting
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

@testable import ManyTimersWeb

/// Both browser flavours as a person sees them, without a browser.
@Suite(.timeLimit(.minutes(1)))
struct PagesTests {
  let clock = TestClock()

  @Test func `the shoebox: timers run, stop and leave one by one`() async throws {
    let state = Shoebox.State(
      timers: Shoebox.Timers(
        uniqueElements: (0...1).map {
          Identified(LonelyTimer.State(name: "Tea \($0)", duration: .seconds(180)), id: UUID($0))
        }))
    let uuid = UUIDGenerator.constant(UUID(9))
    let store = StoreOf<Shoebox>(initialState: state) {
      Shoebox()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
      $0.uuid = uuid
    }
    let session = LiveSession(
      store: store, view: LiveView { state, _, send in ShoeboxPage(state: state, send: send) })
    let client = try TestTab(session)
    #expect(try client.click("Start Tea 0") == .handled)
    #expect(try client.click("timer-\(UUID(1))-start") == .handled)
    try await client.waits(for: "2 of 2 running")
    await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    try await client.waits { $0.text.components(separatedBy: "2:59").count == 3 }
    try client.click("Stop Tea 0")
    try await client.waits(for: "1 of 2 running")
    try client.click("Remove Tea 0")
    try await client.waits(for: "1 of 1 running")
    try client.submit("new-0", ["name": "<b>Rice", "time": "soon"])
    try await client.waits(for: "“soon” is no time")
    try client.submit("new-0", ["name": "<b>Rice", "time": "17"])
    try await client.waits(for: "<b>Rice")
    #expect(try client.find("new-time-1")["value"] == nil)
    await store.shutdown()
  }

  @Test func `a document: what is unsaved is shown, saved, and asked about`() async throws {
    let folder = try TemporaryFolder()
    let documents = openDocuments(clock)
    let store = try documents.create(
      LonelyTimer.State(name: "Tea", duration: .seconds(180)), in: folder.url)
    let session = LiveSession(
      store: store, view: LiveView { state, _, send in DocumentPage(state: state, send: send) })
    let client = try TestTab(session)
    #expect(try client.find("save")["disabled"] != nil)
    try client.click("Start Tea")
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    try await client.waits(for: "2:59")
    try client.click("Stop Tea")
    try await client.waits(for: "Stopped")
    try client.click("save")
    // Not its button, which is disabled while it saves, too.
    try await client.waits { $0.element(id: "edited")?["hidden"] != nil }
    #expect(try folder.content("Tea.timer").contains("179"))
    try client.click("Reset Tea")
    try await client.waits(for: "3:00")
    try client.click("close")
    try await client.waits(for: "Save changes to Tea.timer?")
    try client.dismiss("question")
    try await client.waits { $0.element(id: "question") == nil }
    try client.click("close")
    try await client.waits(for: "Save changes to Tea.timer?")
    try client.click("question-save")
    await store.becomes { $0.closing == .closed }
    #expect(documents.all.isEmpty)
  }

  @Test func `the shelf offers the closed and leads to the open`() throws {
    let tea = TimerDocument.State(
      id: UUID(1), url: URL(filePath: "/Tea.timer"),
      file: TimerFile(LonelyTimer.State(name: "Tea", duration: .seconds(180))))
    var state = DocumentShelf.State()
    state.items = [
      .init(fileName: "Tea.timer", document: tea), .init(fileName: "\"Odd\".timer", document: nil),
    ]
    let html = ShelfPage(state: state, send: .nowhere).rendered()
    #expect(html.contains("href=\"/documents/\(UUID(1))\""))
    #expect(html.contains("name=\"file\" value=\"&quot;Odd&quot;.timer\""))
    #expect(html.contains("1 of 2 open"))
  }
}
