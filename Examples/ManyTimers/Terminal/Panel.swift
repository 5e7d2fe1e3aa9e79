import Composable
public import Foundation
import ManyTimersFeatures

/// What the person at the terminal is about: the selected row, and the line they are typing.
///
/// A value; `press` is all there is to the keyboard.
public struct Panel: Equatable, Sendable {
  public enum Prompt: Equatable, Sendable {
    case newTimer(String)
    case open(String)
    /// Some documents have unsaved changes.
    case quit
  }

  /// What is to be done about a key.
  public enum Reply: Equatable, Sendable {
    case nothing
    case perform(Command)
    /// After the command, if there is one.
    case quit(Command?)
  }

  public var selection: UUID?
  public var prompt: Prompt?
  /// What the last command had to say.
  public var notice: String?

  public init() {}

  public func selectedRow(of board: Board) -> Board.Row? {
    board.rows.first { $0.id == selection } ?? board.rows.first
  }

  public mutating func press(_ key: Key, on board: Board) -> Reply {
    notice = nil
    if key == .interrupt { return .quit(nil) }
    if let prompt { return press(key, in: prompt) }
    let row = selectedRow(of: board)
    if let row, row.isAskedToSave, let answer = Self.answers[key] {
      return .perform(.document(row.id, answer))
    }
    switch key {
    case .up, .character("k"): move(by: -1, on: board)
    case .down, .character("j"): move(by: 1, on: board)
    case .character("n"): prompt = .newTimer("")
    case .character("a"): return .perform(.startAll)
    case .character("p"): return .perform(.stopAll)
    case .character("q"): return quit(board)
    case .character("o") where board.app == .documents: prompt = .open("")
    default: return row.map { press(key, on: $0, board.app) } ?? .nothing
    }
    return .nothing
  }

  private static let answers: [Key: TimerDocument.Action] = [
    .character("y"): .saveAndClose, .character("n"): .closeWithoutSaving, .escape: .stayOpen,
  ]

  private func press(_ key: Key, on row: Board.Row, _ app: Board.App) -> Reply {
    switch (key, app) {
    case (.character(" "), _), (.enter, _):
      .perform(.timer(row.id, row.timer.isRunning ? .stop : .start))
    case (.character("r"), _): .perform(.timer(row.id, .reset))
    case (.character("x"), .shoebox): .perform(.remove(row.id))
    case (.character("s"), .documents): .perform(.document(row.id, .save))
    case (.character("c"), .documents): .perform(.document(row.id, .close))
    case (.escape, .documents) where row.problem != nil:
      .perform(.document(row.id, .problemDismissed))
    default: .nothing
    }
  }

  private mutating func press(_ key: Key, in prompt: Prompt) -> Reply {
    if key == .escape {
      self.prompt = nil
      return .nothing
    }
    switch prompt {
    case .newTimer(let line):
      guard key == .enter else {
        self.prompt = .newTimer(Self.edit(line, key))
        return .nothing
      }
      self.prompt = nil
      return .perform(.add(TimerRequest(line: line)))

    case .open(let line):
      guard key == .enter else {
        self.prompt = .open(Self.edit(line, key))
        return .nothing
      }
      self.prompt = nil
      let name = line.trimmingCharacters(in: .whitespaces)
      return name.isEmpty ? .nothing : .perform(.open(name))

    case .quit:
      switch key {
      case .character("y"): return .quit(.saveAll)
      case .character("n"): return .quit(nil)
      default: return .nothing
      }
    }
  }

  private static func edit(_ line: String, _ key: Key) -> String {
    switch key {
    case .character(let character) where line.count < 200: line + String(character)
    case .backspace: String(line.dropLast())
    default: line
    }
  }

  private mutating func quit(_ board: Board) -> Reply {
    guard board.rows.contains(where: \.hasUnsavedChanges) else { return .quit(nil) }
    prompt = .quit
    return .nothing
  }

  private mutating func move(by step: Int, on board: Board) {
    guard !board.rows.isEmpty else { return }
    let current = board.rows.firstIndex { $0.id == selectedRow(of: board)?.id } ?? 0
    selection = board.rows[min(max(current + step, 0), board.rows.count - 1)].id
  }
}
