import Foundation

/// The engine among a million people. Minutes, so only when asked for: `benchmarks engine-1m`, or the
/// name of one of them.
enum ScaleBenchmarks {
  /// All of them.
  static let name = "engine-1m"

  static let all: [(name: String, run: @Sendable (MillionPeople) async throws -> [Figure])] = [
    ("lateness-1m", { try await LatenessAtScale.run($0) }),
    ("burst-10k", { try await BurstBenchmark.run($0) }),
    ("disk-alone", { try DiskAlone.run(in: $0.file.deletingLastPathComponent()) }),
    ("catch-up-100k", { try await CatchUpBenchmark.run($0) }),
    ("check-ins-per-cpu-second", { try await CheckInCost.run($0) }),
    ("restart-1m", { try await RestartBenchmark.run($0) }),
  ]

  /// - Parameters:
  ///   - wanted: names of ``all``; none for every one.
  ///   - report: gets each figure as soon as there is one.
  static func run(only wanted: some Collection<String>, _ report: (Figure) -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let world = try await Self.world(in: folder)
    var failures: [String] = []
    for benchmark in all where wanted.isEmpty || wanted.contains(benchmark.name) {
      do {
        for figure in try await benchmark.run(world) { report(figure) }
      } catch {
        // What the others measure is worth having all the same.
        failures.append("\(benchmark.name): \(error)")
      }
    }
    guard failures.isEmpty else { throw BenchmarkFailure(failures.joined(separator: "; ")) }
  }

  /// A new one; or the one that `LIFESIGNAL_BENCH_WORLD` names, for anyone who measures again and again.
  /// Within the hour: then its people begin to come due.
  private static func world(in folder: URL) async throws -> MillionPeople {
    guard let path = ProcessInfo.processInfo.environment["LIFESIGNAL_BENCH_WORLD"] else {
      return try await MillionPeople.make(in: folder)
    }
    let kept = URL(filePath: path, directoryHint: .isDirectory)
    let file = kept.appending(path: MillionPeople.fileName)
    if FileManager.default.fileExists(atPath: file.path) { return MillionPeople(file: file) }
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    return try await MillionPeople.make(in: kept)
  }
}
