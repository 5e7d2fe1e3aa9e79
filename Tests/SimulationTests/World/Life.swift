import Foundation
import GRDB
import LifeSignalModel
import LifeSignalStorage
import Logging

@testable import LifeSignalEngine

/// What everything says that is asked of a process that is no more.
struct ProcessIsGone: Error {}

/// One life of the server's process: from opening the file to the crash that ends it.
///
/// A crash throws nothing away that the disk has: the ledger and the carrier stop answering from one
/// moment on, so nothing this life still computes can be seen by anybody.
final class Life: @unchecked Sendable {
  let number: Int
  private(set) var isOver = false
  let ledger: SQLiteLedger
  private(set) lazy var engine = makeEngine()
  /// The loops look less often here than in a server, so more may be late.
  private(set) lazy var services = engine.services(
    audit: AuditLoop.Limits(lateness: world.span.lateness))
  private(set) lazy var commits = SharedCommits(self, world)
  private unowned let world: Simulation
  private var tasks: Task<Void, Never>?
  /// Of everybody: a page that is open as long as the process lives.
  private var pages: [ChangeSubscription] = []

  init(number: Int, in world: Simulation) throws {
    self.number = number
    self.world = world
    ledger = try SQLiteLedger.open(at: world.file.path(), clock: world.clock)
    // The machine keeps its power: what a killed process has written is there for the next one.
    try ledger.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
  }

  /// Starts the loops, turn by turn: two of each, as if two machines shared the ledger's work.
  func begin() {
    openPages()
    if world.span.isMonth { return beginMonth() }
    if world.isPrompt { return beginPromptly() }
    let (engine, services, world) = (engine, services, world)
    tasks = Task(executorPreference: world.executor) { [self] in
      await inside {
        await engine.endFormerLeases()
        await withDiscardingTaskGroup { group in
          group.addTask { await self.loop(20...45) { try await services.heartbeat.turn() } }
          group.addTask {
            await self.loop(10...40) { world.audited(try await self.audit(), in: self) }
          }
          group.addTask { await self.loop(300...900) { try await world.upkeep.sweep(world, self) } }
          group.addTask { await self.loop(20...60) { _ = try await services.drills.turn() } }
          for _ in 0..<2 {
            group.addTask { await self.loop(0.1...12) { _ = try await services.watch.turn() } }
            group.addTask { await self.loop(0.1...8) { _ = try await services.dispatch.turn() } }
          }
        }
      }
    }
  }

  /// Runs one of each loop, as a server does, but without the check once a second: a row without a
  /// nudge is late.
  private func beginPromptly() {
    let (engine, services, world) = (engine, services, world)
    tasks = Task(executorPreference: world.executor) { [self] in
      await inside {
        await engine.endFormerLeases()
        await withDiscardingTaskGroup { group in
          // More often than a silence of all loops counts as a pause of the process.
          group.addTask { await self.every(3...8) { try await services.heartbeat.turn() } }
          group.addTask {
            await self.every(30...90) { world.audited(try await self.audit(), in: self) }
          }
          group.addTask {
            await self.every(300...900) { try await world.upkeep.sweep(world, self) }
          }
          group.addTask { await self.every(60...300) { _ = try await services.drills.turn() } }
          group.addTask {
            await self.heed(engine.watchNudge) { try await services.watch.turn() }
          }
          group.addTask {
            await self.heed(engine.dispatchNudge) { try await services.dispatch.turn() }
          }
        }
      }
    }
  }

  /// Looks again when the next thing is due, or when nudged; after half a minute whatever happens.
  private func heed(_ nudge: Nudge, _ turn: @Sendable () async throws -> Date) async {
    while !isOver, !Task.isCancelled {
      let next = (try? await turn()) ?? world.clock.now + 1
      let now = world.clock.now
      let wakeAt = min(max(next, now + 0.02), now + 30)
      if world.plant == .dropsNudges {
        try? await world.clock.sleep(until: wakeAt)
      } else {
        await nudge.sleep(until: wakeAt, on: world.clock)
      }
    }
  }

  /// For a month: each loop looks when the next thing is due, and some minutes later at the latest.
  private func beginMonth() {
    let (engine, services, world) = (engine, services, world)
    tasks = Task(executorPreference: world.executor) { [self] in
      await inside {
        await engine.endFormerLeases()
        await withDiscardingTaskGroup { group in
          group.addTask { await self.follow { try await services.watch.turn() } }
          group.addTask { await self.follow { try await services.dispatch.turn() } }
          group.addTask { await self.every(600...900) { try await services.heartbeat.turn() } }
          group.addTask {
            await self.every(4_000...9_000) { world.audited(try await self.audit(), in: self) }
          }
          group.addTask {
            await self.every(7_000...9_000) { try await world.upkeep.sweep(world, self) }
          }
          group.addTask { await self.every(400...900) { _ = try await services.drills.turn() } }
        }
      }
    }
  }

  private func audit() async throws -> [AuditFinding] { try await services.auditor.turn() }

  func sweep() async throws { _ = try await services.sweep.turn() }

  private func every(
    _ pause: ClosedRange<Double>, _ turn: @Sendable () async throws -> Void
  ) async {
    while !isOver, !Task.isCancelled {
      try? await turn()
      await world.clock.wait(world.chance.number(in: pause))
    }
  }

  private func follow(_ turn: @Sendable () async throws -> Date) async {
    while !isOver, !Task.isCancelled {
      let next = (try? await turn()) ?? world.clock.now + 10
      let wait = next.timeIntervalSince(world.clock.now)
      await world.clock.wait(min(max(wait, 1), world.chance.number(in: 200...380)))
    }
  }

  /// Runs `body` as work of this process: fail points report to the world.
  func inside<R: Sendable>(_ body: @Sendable () async throws -> R) async rethrows -> R {
    try await TaskHome.$executor.withValue(world.executor) {
      try await FailPoint.$observer.withValue(observer) { try await body() }
    }
  }

  var observer: @Sendable (FailPoint) -> Void {
    { [weak self] point in
      guard let self, !isOver else { return }
      world.reached(point)
    }
  }

  private func openPages() {
    let (engine, world) = (engine, world)
    pages = Template.everybody.map { person in
      engine.follow(person) { [unowned world] topics in
        if world.plant != .announcesNothing { world.news.heard(person, topics, world) }
      }
    }
  }

  func end() {
    isOver = true
    pages = []
    tasks?.cancel()
  }

  /// Lets go of the file; only after ``end()``.
  func close() { try? ledger.pool.close() }

  func requireAlive() throws {
    if isOver { throw ProcessIsGone() }
  }

  private func makeEngine() -> Engine {
    var configuration = EngineConfiguration(
      codeKey: Data(count: 32), checkInCodeKey: Data(count: 32))
    configuration.courtesyWindow = world.span.courtesy
    configuration.outageThreshold = world.span.outage
    configuration.ableChannels = Set(Template.kinds)
    if world.span.isMonth { configuration.retention = 2 * 86_400 }
    let carriers = Template.kinds.map { ($0, SimulatedCarrier(kind: $0, life: self, world: world)) }
    return Engine(
      ledger: SimulatedLedger(life: self, world: world),
      couriers: Dictionary(uniqueKeysWithValues: carriers), clock: world.clock,
      configuration: configuration, ids: IDGenerator(node: number % 1_024),
      entropy: Entropy { [unowned world] count in world.chance.bytes(count) },
      logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() })
  }

  private func loop(
    _ pause: ClosedRange<Double>, _ turn: @Sendable () async throws -> Void
  ) async {
    while !isOver, !Task.isCancelled {
      let before = world.commits
      try? await turn()
      // Where nothing has changed the next look can wait: what is due is only found a little later, and
      // never by as much as a rule allows.
      let patience = world.commits == before ? 9.0 : 1.0
      await world.clock.wait(world.chance.number(in: pause) * patience)
    }
  }
}
