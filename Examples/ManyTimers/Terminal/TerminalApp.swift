import Composable
import Dispatch
import Foundation
import ManyTimersFeatures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs one flavour: keys go in, screens come out.
///
/// In a terminal it takes the whole screen and gives it back at the end, however it ends. Anywhere
/// else (a pipe, a file) it starts all timers and writes a plain screen each second until they have
/// finished.
public struct TerminalApp: Sendable {
  private let flavour: any Flavour
  private let notice: String?

  /// - Parameter notice: what is to be said at the start.
  public init(_ flavour: any Flavour, notice: String? = nil) {
    self.flavour = flavour
    self.notice = notice
  }

  public func run() async {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let raw = RawMode(STDIN_FILENO) {
      await runFullScreen(raw)
    } else {
      await runPlain()
    }
  }

  // MARK: A terminal

  private enum Event: Sendable {
    case keys([Key])
    case changed
    case stop
  }

  private func runFullScreen(_ raw: RawMode) async {
    // The other screen, without a cursor; both are put back.
    write("\u{1B}[?1049h\u{1B}[?25l")
    defer {
      write("\u{1B}[?25h\u{1B}[?1049l")
      raw.restore()
    }
    let (events, inbox) = AsyncStream.makeStream(of: Event.self)
    let sources = listen(inbox)
    defer { for source in sources { source.cancel() } }
    let changes = Task { for await _ in flavour.changes { inbox.yield(.changed) } }
    defer { changes.cancel() }

    var panel = Panel()
    panel.notice = notice
    for await event in events {
      switch event {
      case .keys(let keys):
        for key in keys {
          guard await press(key, &panel) else { return }
        }
      case .changed:
        break
      case .stop:
        return
      }
      draw(panel)
    }
  }

  /// - Returns: whether to go on.
  private func press(_ key: Key, _ panel: inout Panel) async -> Bool {
    switch panel.press(key, on: flavour.board) {
    case .nothing:
      return true
    case .perform(let command):
      panel.notice = flavour.perform(command)
      return true
    case .quit(let command):
      guard let command else { return false }
      panel.notice = flavour.perform(command)
      await flavour.settle()
      // What could not be saved is still here, and says why.
      panel.prompt = nil
      return flavour.board.rows.contains { $0.problem != nil }
    }
  }

  private func draw(_ panel: Panel) {
    let size = RawMode.size(of: STDOUT_FILENO) ?? Screen.Size(columns: 80, rows: 24)
    let lines = Screen(flavour.board, panel, size: size).lines
    write("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
  }

  private func listen(
    _ inbox: AsyncStream<Event>.Continuation
  ) -> [any DispatchSourceProtocol] {
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    input.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      // The terminal is gone.
      guard count > 0 else {
        inbox.yield(.stop)
        return input.cancel()
      }
      inbox.yield(.keys(Key.keys(in: bytes.prefix(count))))
    }
    input.resume()
    return [input]
      + [SIGTERM, SIGHUP, SIGINT].map { Self.source(of: $0) { inbox.yield(.stop) } }
      + [Self.source(of: SIGWINCH) { inbox.yield(.changed) }]
  }

  private static func source(
    of number: Int32, _ handle: @escaping @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    // Ignored as a signal, so that it only arrives here.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler(handler: handle)
    source.resume()
    return source
  }

  // MARK: Anywhere else

  private func runPlain() async {
    let advice = """
      manytimers: this is not a terminal, so there are no keys: all timers are started, and a \
      screen is written each second until they have finished.

      """
    FileHandle.standardError.write(Data(advice.utf8))
    _ = flavour.perform(.startAll)
    repeat {
      let board = flavour.board
      let size = Screen.Size(columns: 80, rows: board.rows.count + 5)
      let screen = Screen(board, Panel(), size: size, paint: .none).lines.dropLast(3)
      guard write(screen.joined(separator: "\n") + "\n\n") else { return }
      guard board.runningCount > 0 else { return }
    } while (try? await Task.sleep(for: .seconds(1))) != nil
  }

  /// - Returns: whether somebody still reads.
  @discardableResult
  private func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        #if canImport(Glibc)
          let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(STDOUT_FILENO, rest.baseAddress, rest.count)
        #else
          let count = Darwin.write(STDOUT_FILENO, rest.baseAddress, rest.count)
        #endif
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }
}
