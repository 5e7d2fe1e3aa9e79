import Composable
import ManyTimersFeatures

/// One timer in one line: name, bar, time, how it does.
struct TimerLine {
  /// The columns, shared by all lines so that they stand under each other.
  struct Widths: Equatable {
    let name: Int
    let file: Int
    let bar: Int
    let time: Int
    let word: Int

    /// Whether there is room for what is left only.
    var isNarrow: Bool { word == 0 }

    init(of rows: [Board.Row], columns: Int) {
      let name = rows.map { $0.timer.name.printable.cellCount }.max() ?? 0
      let file = rows.map { ($0.fileName ?? "").printable.cellCount }.max() ?? 0
      word = columns < 46 ? 0 : 8
      let isNarrow = word == 0
      time = rows.map { TimerLine.time(of: $0.timer, isNarrow: isNarrow).cellCount }.max() ?? 0
      self.name = min(max(name, 6), max(8, columns / 4))
      // Two columns for the mark, one between each two parts, and one at the end.
      let free = columns - 3 - self.name - 1 - (1 + time) - (1 + word) - 1
      self.file = file > 0 && free >= file + 12 ? min(file + 2, 24) : 0
      bar = max(0, free - (self.file > 0 ? self.file + 1 : 0))
    }
  }

  let row: Board.Row
  let isSelected: Bool
  let widths: Widths
  let paint: Paint

  var text: String {
    let parts = [
      paint(isSelected ? .strong : nil, row.timer.name.printable.fitted(to: widths.name)),
      bar,
      paint(
        colour,
        Self.time(of: row.timer, isNarrow: widths.isNarrow).rightAligned(to: widths.time)),
      widths.isNarrow ? "" : paint(colour, word.fitted(to: widths.word)),
      file,
    ]
    return (isSelected ? paint(.accent, " ❯ ") : "   ")
      + parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Eighths of a cell, so that short bars move every second.
  private var bar: String {
    guard widths.bar >= 4 else { return "" }
    let eighths = Int((row.timer.fractionLeft * Double(widths.bar * 8)).rounded(.up))
    let (full, rest) = (eighths / 8, eighths % 8)
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let filled = String(repeating: "█", count: full) + parts[rest]
    let empty = String(repeating: "·", count: widths.bar - filled.count)
    return paint(colour, filled) + paint(.faint, empty)
  }

  private var file: String {
    guard widths.file > 0 else { return "" }
    let mark = row.hasUnsavedChanges ? "• " : "  "
    let name = "\(mark)\((row.fileName ?? "").printable)".fitted(to: widths.file)
    return paint(row.hasUnsavedChanges ? .warm : .faint, name)
  }

  private var colour: Paint.Colour? {
    switch row.timer.phase {
    case .ready: .faint
    case .running: row.timer.remaining <= .seconds(10) ? .alarm : .good
    case .stopped: .warm
    case .finished: .alarm
    }
  }

  private var word: String {
    switch row.timer.phase {
    case .ready: "ready"
    case .running: "running"
    case .stopped: "stopped"
    case .finished: "finished"
    }
  }

  static func time(of timer: LonelyTimer.State, isNarrow: Bool) -> String {
    let left = timer.remaining.timerText
    return isNarrow ? left : "\(left) / \(timer.duration.timerText)"
  }
}

extension String {
  fileprivate func rightAligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - cellCount)) + self
  }
}
