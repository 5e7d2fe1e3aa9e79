import Foundation

/// `benchmarks [group …]`: one line per figure on standard output, `name value unit`.
@main
enum Benchmarks {
  private static let groups: [(name: String, run: @Sendable () async throws -> [Figure])] = [
    ("composable", { await ComposableBenchmarks.run().map { Figure($0.name, $0.value, $0.unit) } }),
    (
      "storage",
      { try await StorageBenchmarks.run().map { Figure($0.name, $0.value, $0.unit) } }
    ),
    ("engine", { try await LatenessBenchmark.run() }),
  ]

  static func main() async throws {
    let wanted = Array(CommandLine.arguments.dropFirst())
    if wanted.first == ScaleWorker.name, wanted.count == 2 {
      return try await ScaleWorker.run(wanted[1])
    }
    if wanted.first == PushBenchmark.name, wanted.count == 2 {
      return try await PushBenchmark.run(wanted[1]).forEach(report)
    }
    let scale = [ScaleBenchmarks.name] + ScaleBenchmarks.all.map(\.name)
    for word in wanted where !groups.contains(where: { $0.name == word }) && !scale.contains(word) {
      let names = (groups.map(\.name) + scale).joined(separator: ", ")
      throw BenchmarkFailure("no group \(word); there are \(names)")
    }
    for group in groups where wanted.isEmpty || wanted.contains(group.name) {
      for figure in try await group.run() { report(figure) }
    }
    if wanted.contains(where: scale.contains) {
      let isAll = wanted.contains(ScaleBenchmarks.name)
      try await ScaleBenchmarks.run(only: isAll ? [] : wanted, report)
    }
  }

  private static func report(_ figure: Figure) {
    FileHandle.standardOutput.write(Data((figure.line + "\n").utf8))
  }
}
