import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process of its own on the million: how much memory it takes while 278 alarms a second fire and
/// 200 check-ins a second arrive, and how soon it is back after it was killed at that.
///
/// The process is this program again, see ``ScaleWorker``: engine, database and loops without the web.
enum RestartBenchmark {
  static func run(
    _ world: MillionPeople, perSecond: Int = 278, seconds: Int = 30, restarts: Int = 5
  ) async throws -> [Figure] {
    let file = try world.copy(as: "restart")
    let server = try ScaleServer(file)
    let start = server.clock.now + 10
    // More than are needed, so that there are always some.
    try await server.ledger.setDue(
      (0..<perSecond * (seconds + 60)).map { index in
        (MillionPeople.due(index), (start + Double(index) / Double(perSecond)).storable)
      })
    try await server.ledger.close()

    let first = try ScaleProcess(file)
    _ = try first.untilArmed()
    try await server.clock.sleep(until: start + Double(seconds))
    let memory = try first.peakMemory()
    first.kill()

    var times: [(serving: Double, armed: Double)] = []
    for _ in 0..<restarts {
      let process = try ScaleProcess(file)
      times.append(try process.untilArmed())
      try await server.clock.sleep(until: server.clock.now + 2)
      process.kill()
    }
    return [
      Figure("engine.resident-1m", memory, "MiB"),
      Figure("engine.restart-1m.serving", times.map(\.serving).sorted()[restarts / 2], "s"),
      Figure("engine.restart-1m.armed", times.map(\.armed).sorted()[restarts / 2], "s"),
    ]
  }
}

/// The worker, from outside.
private final class ScaleProcess {
  private let process = Process()
  private let output = Pipe()
  private let start = ContinuousClock.now

  init(_ file: URL) throws {
    guard let program = Bundle.main.executableURL else {
      throw BenchmarkFailure("this program does not know where it is")
    }
    process.executableURL = program
    process.arguments = [ScaleWorker.name, file.path]
    process.standardOutput = output
    try process.run()
  }

  /// Seconds from the start of the process to its two words.
  func untilArmed() throws -> (serving: Double, armed: Double) {
    var times: [ScaleWorker.Word: Double] = [:]
    var text = ""
    while times.count < ScaleWorker.Word.allCases.count {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw BenchmarkFailure("the process ended before it was armed") }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      text += String(decoding: data, as: UTF8.self)
      for word in ScaleWorker.Word.allCases where text.contains(word.rawValue) {
        times[word] = times[word] ?? seconds
      }
    }
    return (times[.serving] ?? 0, times[.armed] ?? 0)
  }

  /// The most resident memory it has had, in MiB.
  func peakMemory() throws -> Double {
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kibibytes = line?.split(separator: " ").dropLast().last.flatMap({ Double($0) }) else {
      throw BenchmarkFailure("the system does not say how much memory the process has")
    }
    return kibibytes / 1_024
  }

  func kill() {
    sendSignal(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// The system's `kill`, whose name the method above has too.
private func sendSignal(_ process: Int32, _ signal: Int32) {
  _ = kill(process, signal)
}
