import Composable
import Foundation
import ManyTimersFeatures

/// The whole screen, as a pure function of what there is: lines of exactly the width given.
public struct Screen: Sendable {
  public struct Size: Equatable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  private let board: Board
  private let panel: Panel
  private let size: Size
  private let paint: Paint

  public init(_ board: Board, _ panel: Panel, size: Size, paint: Paint = .colours) {
    self.board = board
    self.panel = panel
    self.size = Size(columns: max(size.columns, 24), rows: max(size.rows, 6))
    self.paint = paint
  }

  /// The lines from the top, no more than the screen has.
  public var lines: [String] {
    let foot = [line(message), line(keys)]
    let room = size.rows - 2 - foot.count - 1
    let body = rows(room)
    let gap = Array(repeating: "", count: max(0, room - body.count))
    return [heading, ""] + body + gap + [""] + foot
  }

  public var text: String { lines.joined(separator: "\n") }

  // MARK: Parts

  private var heading: String {
    let name = board.app == .shoebox ? "Shoebox" : "Documents"
    let title = " ManyTimers · \(name)"
    let noun = board.app == .shoebox ? "timer" : "document"
    let count =
      "\(board.runningCount) running · \(board.rows.count) \(noun)"
      + (board.rows.count == 1 ? " " : "s ")
    let space = size.columns - title.cellCount - count.cellCount
    guard space > 0 else { return paint(.strong, title.fitted(to: size.columns)) }
    return paint(.strong, title) + String(repeating: " ", count: space) + paint(.faint, count)
  }

  /// As many rows as there is room for, the selected one among them.
  private func rows(_ room: Int) -> [String] {
    guard !board.rows.isEmpty else {
      let hint =
        board.app == .shoebox
        ? "   The box is empty. Press n for a new timer."
        : "   No document is open. Press o to open one, or n for a new one."
      return [paint(.faint, hint.fitted(to: size.columns))]
    }
    let selected = panel.selectedRow(of: board)?.id
    let index = board.rows.firstIndex { $0.id == selected } ?? 0
    let first = min(max(0, index - room / 2), max(0, board.rows.count - room))
    let widths = TimerLine.Widths(of: board.rows, columns: size.columns)
    return board.rows[first..<min(board.rows.count, first + room)].map { row in
      TimerLine(row: row, isSelected: row.id == selected, widths: widths, paint: paint).text
    }
  }

  private var message: (Paint.Colour?, String) {
    switch panel.prompt {
    case .newTimer(let line): return (.accent, "New timer, name and time (Tea 3:00): \(line)▏")
    case .open(let line): return (.accent, "Open which .timer file? \(line)▏")
    case .quit:
      let count = board.rows.count(where: \.hasUnsavedChanges)
      return (.warm, "\(count) with unsaved changes. Save before leaving? y yes · n no · esc stay")
    case nil: break
    }
    let row = panel.selectedRow(of: board)
    if let row, row.isAskedToSave {
      return (.warm, "Save changes to \(row.fileName ?? row.timer.name)? y yes · n no · esc stay")
    }
    if let problem = row?.problem ?? board.problem { return (.alarm, problem) }
    return (.accent, panel.notice ?? "")
  }

  private var keys: (Paint.Colour?, String) {
    let keys =
      board.app == .shoebox
      ? "↑↓ select  space start/stop  r reset  n new  x remove  a start all  p stop all  q quit"
      : "↑↓ select  space start/stop  r reset  s save  c close  o open  n new  a/p all  q quit"
    return (.faint, keys)
  }

  private func line(_ part: (colour: Paint.Colour?, text: String)) -> String {
    paint(part.colour, " \(part.text.printable)".fitted(to: size.columns))
  }
}
