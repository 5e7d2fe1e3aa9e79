import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OpenDocumentsTests {
  let clock = TestClock()
  let folder: TemporaryFolder
  let documents: OpenDocuments

  init() throws {
    folder = try TemporaryFolder()
    documents = openDocuments(clock)
  }

  private func make(_ name: String, _ seconds: Int) throws -> OpenDocuments.Document {
    try documents.create(
      LonelyTimer.State(name: name, duration: .seconds(seconds)), in: folder.url)
  }

  @Test func `open documents run side by side and stop one by one`() async throws {
    let tea = try make("Tea", 180)
    let pasta = try make("Pasta", 540)
    tea.send(.timer(.start))
    pasta.send(.timer(.start))
    await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    await tea.becomes { $0.timer.remaining == .seconds(179) }
    await pasta.becomes { $0.timer.remaining == .seconds(539) }
    tea.send(.timer(.stop))
    #expect(tea.state.timer.phase == .stopped)
    #expect(pasta.effectsInFlight == 1)
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    await pasta.becomes { $0.timer.remaining == .seconds(538) }
    #expect(tea.state.timer.remaining == .seconds(179))
    await pasta.shutdown()
  }

  @Test func `a document is saved, closed and opened again as it was`() async throws {
    let tea = try make("Tea", 180)
    let url = tea.state.url
    tea.send(.timer(.start))
    await clock.waitForSleepers(1)
    await clock.advance(by: .milliseconds(1_500))
    await tea.becomes { $0.timer.remaining < .seconds(180) }
    tea.send(.timer(.stop))
    tea.send(.close)
    #expect(tea.state.closing == .asked)
    tea.send(.saveAndClose)
    await tea.becomes { $0.closing == .closed }
    #expect(documents.all.isEmpty)

    let again = try documents.open(url)
    #expect(again !== tea)
    #expect(again.state.timer.remaining == .milliseconds(178_500))
    #expect(again.state.timer.phase == .stopped)
    #expect(!again.state.hasUnsavedChanges)
  }

  @Test func `closing a document ends its timer and no other`() async throws {
    let tea = try make("Tea", 180)
    let pasta = try make("Pasta", 540)
    tea.send(.timer(.start))
    pasta.send(.timer(.start))
    await clock.waitForSleepers(2)
    tea.send(.closeWithoutSaving)
    #expect(documents.all.map { $0.state.fileName } == ["Pasta.timer"])
    #expect(await tea.shutdown())
    #expect(pasta.effectsInFlight == 1)
    await pasta.shutdown()
  }

  @Test func `a file that is open is not opened twice`() throws {
    let tea = try make("Tea", 180)
    let detour = folder.url.appending(path: "../\(folder.url.lastPathComponent)/Tea.timer")
    #expect(try documents.open(detour) === tea)
    let link = folder.url.appending(path: "Link.timer")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: tea.state.url)
    #expect(try documents.open(link) === tea)
    #expect(documents.all.count == 1)
  }

  @Test(arguments: [
    ("not json", TimerFileProblem.malformed),
    (#"{"version": 9}"#, TimerFileProblem.otherVersion(9)),
  ])
  func `a file that cannot be read is named and left alone`(
    content: String, problem: TimerFileProblem
  ) throws {
    let url = try folder.put("Odd.timer", content)
    #expect(throws: problem) { try documents.open(url) }
    #expect(problem.message("Odd.timer").contains("Odd.timer"))
    #expect(documents.all.isEmpty)
    #expect(try folder.content("Odd.timer") == content)
    #expect(try folder.names == ["Odd.timer"])
  }

  @Test func `a file that is missing, a folder and a very large file are refused`() throws {
    let missing = folder.url.appending(path: "No.timer")
    #expect(throws: TimerFileProblem.missing) { try documents.open(missing) }
    let inner = folder.url.appending(path: "Folder.timer")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    #expect(throws: TimerFileProblem.malformed) { try documents.open(inner) }
    let large = try folder.put("Large.timer", String(repeating: " ", count: 70_000))
    #expect(throws: TimerFileProblem.malformed) { try documents.open(large) }
  }

  @Test func `a save replaces the file in one step`() async throws {
    let tea = try make("Tea", 180)
    let path = tea.state.url.path
    // A name for the old content: a save in place would change it as well.
    let old = folder.url.appending(path: "old").path
    try FileManager.default.linkItem(atPath: path, toPath: old)
    let before = try folder.content("old")
    tea.send(.timer(.start))
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    await tea.becomes { $0.timer.remaining == .seconds(179) }
    tea.send(.timer(.stop))
    tea.send(.save)
    await tea.becomes { !$0.hasUnsavedChanges }
    #expect(try folder.content("old") == before)
    #expect(try folder.content("Tea.timer") != before)
    #expect(try folder.names == ["Tea.timer", "old"])
  }

  @Test func `a save that fails changes nothing and says so`() async throws {
    let tea = try make("Tea", 180)
    tea.send(.timer(.start))
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    await tea.becomes { $0.timer.remaining == .seconds(179) }
    tea.send(.timer(.stop))
    // The folder goes away under the open document.
    let away = folder.url.appendingPathExtension("away")
    try FileManager.default.moveItem(at: folder.url, to: away)
    tea.send(.save)
    await tea.becomes { $0.problem == .unwritable }
    #expect(tea.state.hasUnsavedChanges)
    try FileManager.default.moveItem(at: away, to: folder.url)
    tea.send(.save)
    await tea.becomes { !$0.hasUnsavedChanges }
  }

  @Test func `a new document never replaces another, and its name is no path`() throws {
    #expect(try make("Tea", 180).state.fileName == "Tea.timer")
    #expect(try make("Tea", 60).state.fileName == "Tea 2.timer")
    #expect(try make("../../etc/tea", 60).state.fileName == "etc tea.timer")
    #expect(try make("...", 60).state.fileName == "Timer.timer")
    #expect(
      try documents.files(in: folder.url).map(\.lastPathComponent)
        == ["Tea 2.timer", "Tea.timer", "Timer.timer", "etc tea.timer"])
  }
}
