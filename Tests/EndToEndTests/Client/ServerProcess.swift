import Foundation
import Synchronization

/// The real `lifesignal` binary, started with a database file and port 0.
final class ServerProcess: Sendable {
  let port: Int
  private let process: Process
  private let output: ProcessOutput

  private init(process: Process, output: ProcessOutput, port: Int) {
    self.process = process
    self.output = output
    self.port = port
  }

  /// A test that failed leaves nothing running behind.
  deinit {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Starts the server, in demo mode unless told otherwise and open to everyone, and waits until it says where it listens.
  static func start(
    database: URL, arguments: [String] = [], isDemo: Bool = true,
    environment: [String: String] = [:]
  ) async throws -> ServerProcess {
    let process = Process()
    process.executableURL = binary
    process.arguments =
      ["serve", "--port", "0", "--database", database.path, "--log-level", "warning"]
      + (isDemo ? ["--demo"] : ["--registration", "open"]) + arguments
    process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    let output = ProcessOutput(of: process)
    try process.run()
    let line = try await output.line { $0.contains("http://127.0.0.1:") }
    guard let port = line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/).flatMap({ Int($0.1) })
    else { throw NoPort(line: line) }
    return ServerProcess(process: process, output: output, port: port)
  }

  struct NoPort: Error { var line: String }

  /// Beside the test bundle: all products of one build stand in one folder.
  static var binary: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "lifesignal")
  }

  /// Returns when what was printed satisfies the condition.
  /// - Throws: when the process ends before.
  func until(_ condition: @escaping @Sendable (ServerProcess) -> Bool) async throws {
    while true {
      let count = output.lines.count
      if condition(self) { return }
      try await output.more(than: count)
    }
  }

  /// All lines printed so far that satisfy the condition.
  func lines(_ condition: (String) -> Bool) -> [String] { output.lines.filter(condition) }

  /// Ends the process at once, with SIGKILL.
  func kill() async {
    Foundation.kill(process.processIdentifier, SIGKILL)
    await output.end()
  }

  /// Asks the process to stop and waits until it has.
  func terminate() async -> (status: Int32, duration: Duration) {
    let start = ContinuousClock.now
    process.terminate()
    await output.end()
    process.waitUntilExit()
    return (process.terminationStatus, ContinuousClock.now - start)
  }

  var isRunning: Bool { process.isRunning }
}

/// The lines a process prints on both outputs.
final class ProcessOutput: Sendable {
  private struct State {
    var lines: [String] = []
    var rest = ""
    var ended = false
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Mutex(State())

  init(of process: Process) {
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    pipe.fileHandleForReading.readabilityHandler = { [self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      append(String(decoding: data, as: UTF8.self), ended: data.isEmpty)
    }
  }

  var lines: [String] { state.withLock { $0.lines } }

  /// The process ended before it printed what was waited for.
  struct Ended: Error { var lines: [String] }

  /// The first line, printed or to come, that satisfies the condition.
  func line(_ condition: @escaping @Sendable (String) -> Bool) async throws -> String {
    while true {
      let known = lines
      if let found = known.first(where: condition) { return found }
      try await more(than: known.count)
    }
  }

  /// Returns when more lines than that have been printed.
  func more(than count: Int) async throws {
    await change { $0.lines.count > count || $0.ended }
    if lines.count <= count { throw Ended(lines: lines) }
  }

  /// Returns when the process has closed its outputs, which it does by ending.
  func end() async { await change(\.ended) }

  private func change(_ happened: @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if happened(state) { return true }
        state.nextID += 1
        state.waiting[state.nextID] = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
    let isOver = state.withLock { happened($0) }
    if !isOver { await change(happened) }
  }

  private func append(_ text: String, ended: Bool) {
    let waiting = state.withLock { state in
      state.rest += text
      state.ended = state.ended || ended
      while let end = state.rest.firstIndex(of: "\n") {
        state.lines.append(String(state.rest[..<end]))
        state.rest = String(state.rest[state.rest.index(after: end)...])
      }
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }
}
