import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import Logging
import ServiceLifecycle
import UnixSignals

/// The process a crash test kills: engine, ledger and loops for real, people whose deadlines pass
/// while it runs, and couriers and writers that note in files what they were promised.
///
/// `crashworker prepare|run|hang FOLDER`. Ends with 0 when all that was due is done.
@main
struct CrashWorker {
  static func main() async throws {
    // The engine notes each lapsed lease; the harness looks at the outcome instead.
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let settings = try WorkerSettings(arguments: CommandLine.arguments)
    let ledger = try SQLiteLedger.open(at: settings.database, clock: SystemClock())
    switch settings.task {
    case .prepare:
      try await Population(settings).store(in: ledger)
    case .run:
      try await run(settings, on: ledger)
    case .hang:
      try await hang(settings, on: ledger)
    }
  }

  /// The loops as the server runs them, ended as the server is ended, while messages are out.
  private static func hang(_ settings: WorkerSettings, on ledger: SQLiteLedger) async throws {
    let courier = try HangingCourier(log: settings.file("hanging.log"))
    var configuration = EngineConfiguration()
    configuration.courtesyWindow = 0
    let engine = Engine(
      ledger: ledger,
      couriers: Dictionary(
        uniqueKeysWithValues: (Population.moody + [Population.channel]).map { ($0, courier) }),
      configuration: configuration)
    let services = engine.services().all
    try await ServiceGroup(
      services: services, gracefulShutdownSignals: [.sigterm], logger: Logger(label: "hang")
    ).run()
  }

  private static func run(_ settings: WorkerSettings, on ledger: SQLiteLedger) async throws {
    var couriers: [ChannelKind: any Courier] = [:]
    for kind in Population.moody + [Population.channel] {
      couriers[kind] = try FileCourier(
        log: settings.file("sent.log"), life: settings.life, isMoody: kind != Population.channel)
    }
    var configuration = EngineConfiguration()
    // A courtesy window would put off the alarms that are to be counted.
    configuration.courtesyWindow = 0
    let engine = Engine(
      ledger: settings.splitsTransactions ? try await SplitLedger(ledger) : ledger,
      couriers: couriers, configuration: configuration)
    let loops = engine.services(limits: DispatchLoop.Limits(lease: settings.lease))
    try AppendLog(settings.file("begun.log")).append("\(settings.life) \(Date().milliseconds)")
    // The harness runs one worker at a time, as the lock of the database ensures for servers.
    await engine.endFormerLeases()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await loops.heartbeat.run() }
      group.addTask { try await loops.dispatch.run() }
      group.addTask { try await loops.auditor.run() }
      group.addTask { try await loops.sweep.run() }
      for number in 0..<settings.writers {
        let writer = try CheckInWriter(
          engine: engine, people: Population(settings).lively,
          log: settings.file("acknowledged.log"), number: number)
        group.addTask { try await writer.run() }
      }
      // An unanswered alert calls its responders again without end, so calling stops before
      // sending.
      try await withThrowingTaskGroup(of: Void.self) { calling in
        calling.addTask { try await loops.watch.run() }
        try await waitUntilCalled(settings, ledger)
        calling.cancelAll()
      }
      try await waitUntilSent(ledger)
      group.cancelAll()
    }
    let findings = try await loops.auditor.turn()
    try AppendLog(settings.file("findings.log")).append(
      findings.map { "\(settings.life) \($0.kind.rawValue)\n" }.joined() + "\(settings.life) done")
  }

  /// Returns when every deadline of the plan has passed and its alarm is raised. Asks the database in real
  /// time, because the loops of this process run by the real clock.
  private static func waitUntilCalled(
    _ settings: WorkerSettings, _ ledger: SQLiteLedger
  ) async throws {
    let end = try Population(settings).end(in: ledger)
    while true {
      if Date() > end, try await ledger.read({ try $0.earliestWatch() }) ?? .distantFuture > end {
        return
      }
      // Real time: the loops run in it, and the test kills this process in it.
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Returns when nothing waits to be sent; in real time too.
  private static func waitUntilSent(_ ledger: SQLiteLedger) async throws {
    while try await ledger.read({ try $0.earliestDelivery() }) != nil {
      // Real time: the loops run in it, and the test kills this process in it.
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
