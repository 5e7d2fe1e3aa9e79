import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import ServiceLifecycle

/// `benchmarks scale-worker FILE`: the process that ``RestartBenchmark`` starts, measures and kills.
enum ScaleWorker {
  static let name = "scale-worker"

  /// What it prints, once each.
  enum Word: String, CaseIterable {
    /// The first check-in is durable.
    case serving
    /// Every loop has turned.
    case armed
  }

  /// Until it is killed.
  static func run(_ path: String) async throws {
    let clock = SystemClock()
    let ledger = try SQLiteLedger.open(at: path, clock: clock)
    let engine = Engine(
      ledger: ledger, couriers: [.sms: SilentCourier()], clock: clock, logger: ScaleServer.logger)
    let services = engine.services()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        try await ServiceGroup(
          services: services.all, gracefulShutdownSignals: [], logger: ScaleServer.logger
        ).run()
      }
      group.addTask {
        // Live is what has no loop that has not turned.
        while !services.health().isLive { try await Task.sleep(for: .milliseconds(2)) }
        say(.armed)
      }
      let first = MillionPeople.person(MillionPeople.checksIn(0))
      try await engine.perform(CheckInNow(), by: .person(first))
      say(.serving)
      try await CheckInCrowd(engine).run(perSecond: 200)
    }
  }

  private static func say(_ word: Word) {
    FileHandle.standardOutput.write(Data((word.rawValue + "\n").utf8))
  }
}

/// Keeps nothing: what the fake carrier remembers would count as the server's memory.
private struct SilentCourier: Courier {
  func deliver(_ message: CourierMessage) async throws {}
}
