import Composable
import Foundation
import ManyTimersFeatures
import ManyTimersTerminal
import Testing

@Suite struct PanelTests {
  private func board(_ app: Board.App, _ count: Int = 3) -> Board {
    Board(
      app: app,
      rows: (0..<count).map { index in
        Board.Row(
          id: UUID(index), timer: LonelyTimer.State(name: "Tea", duration: .seconds(60)),
          fileName: app == .documents ? "Tea \(index).timer" : nil)
      })
  }

  @discardableResult
  private func type(_ text: String, _ panel: inout Panel, on board: Board) -> Panel.Reply {
    var reply = Panel.Reply.nothing
    for character in text { reply = panel.press(.character(character), on: board) }
    return reply
  }

  @Test func `the selection stays between the first and the last row`() {
    var panel = Panel()
    let board = board(.shoebox)
    #expect(panel.selectedRow(of: board)?.id == UUID(0))
    for (key, index) in [
      (Key.down, 1), (.down, 2), (.down, 2), (.up, 1), (.character("k"), 0), (.up, 0),
      (.character("j"), 1),
    ] {
      #expect(panel.press(key, on: board) == .nothing)
      #expect(panel.selectedRow(of: board)?.id == UUID(index))
    }
  }

  @Test func `keys act on the selected timer`() {
    var panel = Panel()
    var board = board(.shoebox)
    _ = panel.press(.down, on: board)
    #expect(type(" ", &panel, on: board) == .perform(.timer(UUID(1), .start)))
    #expect(panel.press(.enter, on: board) == .perform(.timer(UUID(1), .start)))
    board.rows[1].timer.phase = .running(until: Deadline(in: .zero, on: ContinuousClock()))
    #expect(type(" ", &panel, on: board) == .perform(.timer(UUID(1), .stop)))
    #expect(type("r", &panel, on: board) == .perform(.timer(UUID(1), .reset)))
    #expect(type("x", &panel, on: board) == .perform(.remove(UUID(1))))
    #expect(type("a", &panel, on: board) == .perform(.startAll))
    #expect(type("p", &panel, on: board) == .perform(.stopAll))
    #expect(type("s", &panel, on: board) == .nothing, "a box has nothing to save")
  }

  @Test func `without rows most keys do nothing`() {
    var panel = Panel()
    for key in " rxsckj" { #expect(type("\(key)", &panel, on: board(.documents, 0)) == .nothing) }
  }

  @Test func `a selected row that has gone leaves the first one`() {
    var panel = Panel()
    panel.selection = UUID(9)
    #expect(panel.selectedRow(of: board(.shoebox))?.id == UUID(0))
    _ = panel.press(.down, on: board(.shoebox))
    #expect(panel.selection == UUID(1))
  }

  @Test func `a new timer is typed`() {
    var panel = Panel()
    let board = board(.shoebox)
    type("nGreen qq", &panel, on: board)
    _ = panel.press(.backspace, on: board)
    _ = panel.press(.backspace, on: board)
    _ = panel.press(.up, on: board)
    type("tea 3:00", &panel, on: board)
    #expect(panel.prompt == .newTimer("Green tea 3:00"))
    #expect(
      panel.press(.enter, on: board)
        == .perform(.add(TimerRequest(name: "Green tea", time: "3:00"))))
    #expect(panel.prompt == nil)
    type("nx", &panel, on: board)
    #expect(panel.press(.escape, on: board) == .nothing)
    #expect(panel.prompt == nil)
  }

  @Test func `documents are opened, saved and closed`() {
    var panel = Panel()
    let board = board(.documents)
    type("oTea", &panel, on: board)
    #expect(panel.press(.enter, on: board) == .perform(.open("Tea")))
    #expect(type("s", &panel, on: board) == .perform(.document(UUID(0), .save)))
    #expect(type("c", &panel, on: board) == .perform(.document(UUID(0), .close)))
    #expect(type("x", &panel, on: board) == .nothing, "documents are closed, not removed")
  }

  @Test(arguments: [
    (Key.character("y"), TimerDocument.Action.saveAndClose),
    (.character("n"), .closeWithoutSaving), (.escape, .stayOpen),
  ])
  func `a document's question is answered`(key: Key, action: TimerDocument.Action) {
    var panel = Panel()
    var board = board(.documents)
    board.rows[0].isAskedToSave = true
    #expect(panel.press(key, on: board) == .perform(.document(UUID(0), action)))
  }

  @Test func `leaving with unsaved changes asks first`() {
    var panel = Panel()
    var board = board(.documents)
    #expect(type("q", &panel, on: board) == .quit(nil))
    board.rows[2].hasUnsavedChanges = true
    #expect(type("q", &panel, on: board) == .nothing)
    #expect(panel.prompt == .quit)
    #expect(type("x", &panel, on: board) == .nothing)
    #expect(type("y", &panel, on: board) == .quit(.saveAll))
    #expect(type("n", &panel, on: board) == .quit(nil))
    #expect(panel.press(.escape, on: board) == .nothing)
    #expect(panel.prompt == nil)
    #expect(panel.press(.interrupt, on: board) == .quit(nil), "Control-C never asks")
  }
}
