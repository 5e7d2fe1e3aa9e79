import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import ManyTimersTerminal
import Testing

/// Both terminal flavours from the keys to the screen, without a terminal.
@Suite(.timeLimit(.minutes(1)))
struct FlavourTests {
  let clock = TestClock()

  /// A person at the keyboard.
  private struct Terminal {
    let flavour: any Flavour
    var panel = Panel()

    mutating func press(_ keys: String) {
      for key in Key.keys(in: keys.utf8) {
        if case .perform(let command) = panel.press(key, on: flavour.board) {
          panel.notice = flavour.perform(command)
        }
      }
    }

    var lines: [String] {
      Screen(
        flavour.board, panel, size: .init(columns: 100, rows: 20), paint: .none
      ).lines
    }

    func line(_ name: String) -> String { lines.first { $0.contains(name) } ?? "" }

    /// Follows the board until a line says this.
    func sees(_ name: String, _ text: String) async {
      for await _ in flavour.changes where line(name).contains(text) { return }
    }
  }

  @Test func `the shoebox, key by key`() async {
    let uuid = UUIDGenerator.incrementing
    let store = StoreOf<Shoebox>(initialState: .dozen(uuid: uuid)) {
      Shoebox()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
      $0.uuid = uuid
    }
    var terminal = Terminal(flavour: ShoeboxFlavour(store))
    #expect(terminal.lines[0].contains("0 running · 12 timers"))
    terminal.press(" jj ")
    #expect(terminal.lines[0].contains("2 running"))
    #expect(terminal.line("Tea").contains("running"))
    #expect(terminal.line("Pasta").contains("ready"))
    #expect(terminal.line("Soft eggs").contains("running"))
    await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    await terminal.sees("Tea", "2:59 / 3:00")
    await terminal.sees("Soft eggs", "6:29 / 6:30")
    terminal.press("\u{1B}[A\u{1B}[A ")
    #expect(terminal.line("Tea").contains("stopped"))
    #expect(terminal.line("Soft eggs").contains("running"))
    terminal.press("r")
    #expect(terminal.line("Tea").contains("3:00 / 3:00 ready"))
    terminal.press("nShort 0:01\r")
    terminal.press(String(repeating: "j", count: 20) + " ")
    #expect(terminal.line("Short").contains("running"))
    await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    await terminal.sees("Short", "finished")
    #expect(terminal.line("Soft eggs").contains("running"))
    terminal.press("x")
    #expect(terminal.line("Short") == "")
    terminal.press("nShort\r")
    #expect(terminal.lines[18].contains("“Short” is no time"))
    await store.shutdown()
  }

  @Test func `documents, key by key`() async throws {
    let folder = try TemporaryFolder()
    try folder.put(
      "Tea.timer", #"{"version": 1, "name": "Tea", "duration": 180, "remaining": 180}"#)
    try folder.put("Odd.timer", "odd")
    let documents = openDocuments(clock)
    var terminal = Terminal(flavour: DocumentsFlavour(documents, folder: folder.url))
    terminal.press("oTea\r")
    terminal.press("nPasta 9:00\r")
    #expect(terminal.lines[18].contains("Made Pasta.timer."))
    #expect(terminal.lines[0].contains("0 running · 2 documents"))
    terminal.press("a")
    await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(2))
    await terminal.sees("Tea", "2:58 / 3:00")
    await terminal.sees("Pasta", "8:58 / 9:00")
    terminal.press(" ")
    #expect(terminal.line("Tea").contains("stopped  • Tea.timer"))
    #expect(terminal.line("Pasta").contains("running"))
    terminal.press("c")
    #expect(terminal.lines[18].contains("Save changes to Tea.timer?"))
    terminal.press("y")
    await documents.gone("Tea.timer")
    #expect(try folder.content("Tea.timer").contains("178"))
    #expect(terminal.line("Pasta").contains("running"))
    terminal.press("oOdd\r")
    #expect(terminal.lines[18].contains("“Odd.timer” is not a timer document."))
    #expect(try folder.content("Odd.timer") == "odd")
    terminal.press("oNone\r")
    #expect(terminal.lines[18].contains("There is no “None.timer”."))
    terminal.press("oTea.timer\r")
    #expect(terminal.line("Tea").contains("2:58 / 3:00 stopped    Tea.timer"))
    terminal.press("p")
    #expect(terminal.lines[0].contains("0 running · 2 documents"))
    #expect(terminal.flavour.perform(.saveAll) == nil)
    await terminal.flavour.settle()
    let unsaved = terminal.flavour.board.rows.filter(\.hasUnsavedChanges)
    #expect(unsaved.isEmpty)
  }
}

extension OpenDocuments {
  fileprivate func gone(_ name: String) async {
    for await _ in changes where !all.contains(where: { $0.state.fileName == name }) { return }
  }
}
