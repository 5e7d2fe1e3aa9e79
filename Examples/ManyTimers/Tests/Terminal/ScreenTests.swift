import Composable
import Foundation
import ManyTimersFeatures
import ManyTimersTerminal
import Testing

@Suite struct ScreenTests {
  private func timer(
    _ name: String, _ duration: Int, _ remaining: Int? = nil, isRunning: Bool = false
  ) -> LonelyTimer.State {
    var timer = LonelyTimer.State(
      name: name, duration: .seconds(duration), remaining: remaining.map { .seconds($0) })
    if isRunning { timer.phase = .running(until: Deadline(in: .zero, on: ContinuousClock())) }
    return timer
  }

  private func rows(_ timers: [LonelyTimer.State]) -> [Board.Row] {
    timers.enumerated().map { Board.Row(id: UUID($0.offset), timer: $0.element) }
  }

  private func screen(
    _ board: Board, _ panel: Panel = Panel(), columns: Int = 64, rows: Int = 10
  ) -> [String] {
    Screen(board, panel, size: .init(columns: columns, rows: rows), paint: .none).lines
  }

  @Test func `the shoebox in plain text`() {
    let board = Board(
      app: .shoebox,
      rows: rows([
        timer("Tea", 180, 90, isRunning: true), timer("Pasta", 540), timer("Rice", 60, 0),
        timer("Dough", 5_400, 5_399),
      ]))
    let expected = """
       ManyTimers · Shoebox                      1 running · 4 timers

       ❯ Tea    █████████████·············       1:30 / 3:00 running
         Pasta  ██████████████████████████       9:00 / 9:00 ready
         Rice   ··························       0:00 / 1:00 finished
         Dough  ██████████████████████████ 1:29:59 / 1:30:00 stopped
      """
    let lines = screen(board)
    #expect(lines.prefix(6).map(trimmed).joined(separator: "\n") == expected)
    #expect(lines.count == 10)
    #expect(lines[9].hasPrefix(" ↑↓ select  space start/stop  r reset  n new  x remove"))
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  @Test(arguments: [20, 24, 40, 64, 80, 132, 200], [1, 6, 9, 24])
  func `lines are never wider and never more than the screen`(columns: Int, rows count: Int) {
    let long = String(repeating: "長い名前", count: 20)
    var documents = rows([timer(long, 359_999, isRunning: true), timer("\u{1F375} Tea", 60)])
    documents[0].fileName = long + ".timer"
    documents[1].hasUnsavedChanges = true
    documents[1].problem = long
    for board in [
      Board(app: .documents, rows: documents), Board(app: .documents, rows: []),
      Board(app: .shoebox, rows: rows((0..<50).map { timer("Tea", $0 + 60) })),
    ] {
      let lines = screen(board, columns: columns, rows: count)
      #expect(lines.count <= max(count, 6))
      for line in lines { #expect(cells(line) <= max(columns, 24), "\(line)") }
    }
  }

  /// Wide letters and emoji of these tests, counted apart from the code under test.
  private func cells(_ line: String) -> Int {
    line.reduce(0) { $0 + ("長い名前茶\u{1F375}".contains($1) ? 2 : 1) }
  }

  @Test func `columns stand under each other whatever the names are`() {
    let board = Board(
      app: .shoebox, rows: rows([timer("茶", 60), timer("\u{1F375}", 3_600), timer("Tea", 60)]))
    let bars = screen(board)[2...4].map { line in
      cells(String(line.prefix { $0 != "█" }))
    }
    #expect(Set(bars).count == 1)
  }

  @Test func `the selected row is in sight, however long the list`() {
    let board = Board(
      app: .shoebox, rows: rows((0..<40).map { timer("Timer \($0)", 60) }))
    for index in [0, 3, 20, 38, 39] {
      var panel = Panel()
      panel.selection = UUID(index)
      let selected = screen(board, panel).filter { $0.contains("❯") }
      #expect(selected.count == 1)
      #expect(selected.first?.contains("Timer \(index) ") == true)
    }
  }

  @Test func `a name cannot write to the terminal`() {
    let name = "T\u{1B}[31me\u{7}a\r\n\u{9B}2J\u{202E}"
    let board = Board(app: .shoebox, rows: rows([timer(name, 60)]))
    let text = screen(board).joined()
    #expect(text.contains("T[31mea2J"))
    for scalar in text.unicodeScalars {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar != "\u{202E}")
    }
  }

  @Test func `colours are around words, and nothing else`() {
    let board = Board(app: .shoebox, rows: rows([timer("Tea", 180, 90, isRunning: true)]))
    let size = Screen.Size(columns: 80, rows: 8)
    let coloured = Screen(board, Panel(), size: size, paint: .colours).text
    #expect(coloured.contains("\u{1B}[32m"))
    let plain = coloured.replacing(/\x1B\[\d+m/, with: "")
    #expect(plain == Screen(board, Panel(), size: size, paint: .none).text)
  }

  @Test func `prompts, questions and problems have their line`() {
    var board = Board(app: .documents, rows: rows([timer("Tea", 60)]))
    var panel = Panel()
    func message() -> String { trimmed(screen(board, panel, columns: 100)[8]) }
    panel.notice = "Made Tea.timer."
    #expect(message() == " Made Tea.timer.")
    board.rows[0].problem = "“Tea.timer” could not be saved"
    #expect(message() == " “Tea.timer” could not be saved")
    board.rows[0].isAskedToSave = true
    board.rows[0].fileName = "Tea.timer"
    #expect(message() == " Save changes to Tea.timer? y yes · n no · esc stay")
    panel.prompt = .open("Te")
    #expect(message() == " Open which .timer file? Te▏")
    board.rows[0].hasUnsavedChanges = true
    panel.prompt = .quit
    #expect(message().hasPrefix(" 1 with unsaved changes. Save before leaving?"))
  }

  @Test func `a document's file and its unsaved changes are shown`() {
    var row = Board.Row(id: UUID(0), timer: timer("Tea", 60, 30), fileName: "Tea.timer")
    row.hasUnsavedChanges = true
    let lines = screen(Board(app: .documents, rows: [row]), columns: 80)
    #expect(trimmed(lines[2]).hasSuffix("stopped  • Tea.timer"))
    #expect(lines[0].contains("0 running · 1 document "))
  }
}
