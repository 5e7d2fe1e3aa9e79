import ArgumentParser
import Composable
import Dispatch
import Foundation
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show how you and yours are doing, as it changes.",
    discussion: "In a terminal one live picture until Ctrl-C; elsewhere a line for each change.")

  @OptionGroup var options: ClientOptions

  func run() async throws {
    try await options.run { client in
      // Fails immediately with an error that would otherwise be retried for ever.
      _ = try await client.clients.user.currentUser()
      let stop = Interruption()
      defer { stop.forget() }
      // The app as it runs in a browser; only its page is another.
      let store = Store(initialState: AppFeature.State()) {
        AppFeature()
      } withDependencies: { [clients = client.clients] in
        $0.context = .live
        clients.install(in: &$0)
      }
      store.send(.appDidLaunch)
      let board = store.changes(of: { Board($0) })
      let isTerminal = !client.json && isatty(STDOUT_FILENO) == 1
      let ended = await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          isTerminal ? await LivePicture().show(board) : await LineByLine(client.json).show(board)
        }
        group.addTask { [heard = stop.heard] in
          for await _ in heard { break }
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      if ended { throw Refusal.notSignedIn }
    }
  }
}

/// The shown part of the app.
struct Board: Equatable, Sendable {
  var me: UserData?
  var dependents: [ContactData]
  var pings: [PingData]
  var isOffline: Bool
  /// The session was ended.
  var isOver: Bool

  init(_ state: AppFeature.State) {
    me = state.user.userData
    dependents =
      state.contacts.contacts.filter { $0.isDependent && $0.relation == .accepted }
      .inOrder
    pings = state.ping.pendingPings.filter { $0.recipientID == state.user.userData?.id }
    isOffline = state.isOffline
    isOver = !state.isInitializing && !state.isAuthenticated
  }

  var lines: [String] {
    guard let me else { return [isOffline ? "The server cannot be reached." : "Connecting"] }
    var lines = [me.displayName.printable, TextTable(rows: me.rows(pings: pings)).text]
    if !dependents.isEmpty {
      let head = ["NAME", "STATE", "CHECKED IN", "DUE"]
      lines += ["", TextTable(rows: [head] + dependents.map { Array($0.cells.dropLast()) }).text]
      let warnings = dependents.compactMap(\.duressWarning)
      if !warnings.isEmpty { lines += [""] + warnings }
    }
    if isOffline { lines += ["", "The server cannot be reached; this may be out of date."] }
    return lines
  }

  /// One line, and the line to print when it no longer applies.
  struct Fact: Equatable, Sendable {
    var words: String
    var over: String
  }

  /// One per subject, by its name.
  var facts: [String: Fact] {
    var facts: [String: Fact] = [:]
    if let me {
      facts["me"] = Fact(
        words: "You: \(me.stateWords), due by \(me.expirationTimestamp?.local ?? "no date")",
        over: "You: not known")
    }
    for contact in dependents {
      let name = contact.shownName.printable
      let state = [contact.stateWords, contact.duressWarning].compactMap(\.self)
      facts["contact \(contact.id)"] = Fact(
        words: "\(name): \(state.joined(separator: ". "))",
        over: "\(name): no longer yours to look after")
    }
    for ping in pings {
      let name = (ping.senderName ?? "Someone").printable
      facts["ping \(ping.id)"] = Fact(
        words: "\(name) asks whether you are OK", over: "\(name) no longer waits for an answer")
    }
    if isOffline {
      facts["server"] = Fact(
        words: "The server cannot be reached", over: "The server can be reached again")
    }
    return facts
  }

  /// The lines to print after `former`: everything that is new, changed or gone.
  func news(after former: [String: Fact]) -> [(about: String, words: String)] {
    let facts = facts
    let changed = facts.filter { $0.value.words != former[$0.key]?.words }.mapValues(\.words)
    let gone = former.filter { facts[$0.key] == nil }.mapValues(\.over)
    return changed.merging(gone) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// One picture of a terminal, on a screen of its own that leaves earlier output untouched.
private struct LivePicture: Sendable {
  /// - Returns: whether it ended because no person is signed in any more.
  func show(_ boards: AsyncStream<Board>) async -> Bool {
    write("\u{1B}[?1049h\u{1B}[?25l")
    defer { write("\u{1B}[?25h\u{1B}[?1049l") }
    for await board in boards {
      if board.isOver { return true }
      let text = (board.lines + ["", "Ctrl-C ends."]).joined(separator: "\n")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      write("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
    }
    return false
  }

  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}

/// A line for everything that is new or gone, for logs and other programs.
private struct LineByLine: Sendable {
  let json: Bool

  init(_ json: Bool) { self.json = json }

  func show(_ boards: AsyncStream<Board>) async -> Bool {
    var known: [String: Board.Fact] = [:]
    for await board in boards {
      if board.isOver { return true }
      for (about, words) in board.news(after: known) { tell(about, words) }
      known = board.facts
    }
    return false
  }

  private func tell(_ key: String, _ words: String) {
    if json { try? sayJSON(["about": key, "words": words]) } else { say(words) }
  }
}

/// Ctrl-C and termination signals: handled once, so that the terminal is restored.
private struct Interruption {
  let heard: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    heard = stream
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      // Ignored as a signal, so that it only arrives here.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  func forget() {
    for source in sources { source.cancel() }
  }
}
