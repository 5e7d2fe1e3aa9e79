import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Health of the engine` {
  /// All four loops have just turned.
  private func world(_ ledger: TestLedger = TestLedger()) async throws -> SmallWorld {
    let world = try await SmallWorld(ledger: ledger)
    try await world.services.auditor.turn()
    return world
  }

  @Test func `before its loops have turned it is not ready, and is live for ten seconds`() {
    let clock = ManualClock()
    let fresh = Engine(ledger: TestLedger(), clock: clock).services()
    #expect(fresh.health().causes == LoopName.allCases.map(HealthReport.Cause.loopStarting))
    #expect(fresh.health().isLive)
    clock.suspend(for: 9)
    #expect(fresh.health().isLive)
    clock.suspend(for: 1)
    #expect(fresh.health().causes == LoopName.allCases.map(HealthReport.Cause.loopStalled))
    #expect(!fresh.health().isLive)
  }

  @Test(arguments: LoopName.allCases)
  func `one loop that stands still is named`(stalled: LoopName) async throws {
    let world = try await world()
    #expect(world.services.health() == world.services.health())
    #expect(world.services.health().isReady)
    world.clock.suspend(for: 11)
    for loop in LoopName.allCases where loop != stalled {
      switch loop {
      case .watch: try await world.services.watch.turn()
      case .dispatch: try await world.services.dispatch.turn()
      case .heartbeat: try await world.services.heartbeat.turn()
      case .auditor: try await world.services.auditor.turn()
      }
    }
    let health = world.services.health()
    #expect(health.causes == [.loopStalled(stalled)])
    #expect(health.isLive == [.heartbeat, .auditor].contains(stalled) && !health.isReady)
  }

  @Test func `setting the wall clock stalls no loop and hides no stall`() async throws {
    let world = try await world()
    world.clock.set(by: 3_600)
    #expect(world.services.health().isReady)
    world.clock.set(by: -7_200)
    world.clock.suspend(for: 11)
    #expect(world.services.health().causes.count == 4)
  }

  @Test func `a ledger that refuses writes is named until it takes them again`() async throws {
    let ledger = TestLedger()
    let world = try await world(ledger)
    ledger.failWrites(.unavailable("The disk is full."))
    await #expect(throws: LedgerError.self) { try await world.services.heartbeat.turn() }
    let health = world.services.health()
    #expect(health.causes.map(\.code) == ["ledger-refuses"])
    #expect(health.isLive, "a restart frees no disk")
    try await world.services.heartbeat.turn()
    #expect(world.services.health().isReady)
  }

  @Test func `an alert that damage keeps from being stored is reported for ten minutes`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await world(ledger)
    let damaged = LedgerError.corrupt("A page of the database is damaged.")
    for count in 1...2 {
      ledger.failWrites(damaged)
      await #expect(throws: damaged) { try await world.perform(ActivateAlert(), by: world.p) }
      let health = world.services.health()
      #expect(health.causes == [.requestsLost(count)])
      #expect(health.isLive && health.causes(of: .promise) == health.causes)
    }
    // A full disk is reported by the heartbeat, and only while it lasts.
    let full = LedgerError.unavailable("The disk is full.")
    ledger.failWrites(full)
    await #expect(throws: full) { try await world.perform(ActivateAlert(), by: world.p) }
    #expect(world.services.health().causes == [.requestsLost(2)])
    try await world.advance(by: 590)
    #expect(world.services.health().causes.contains(.requestsLost(2)))
    try await world.advance(by: 20)
    #expect(!world.services.health().causes.contains(.requestsLost(2)))
  }

  @Test func `a printed code that damage keeps from being used is reported too`() async throws {
    let ledger = TestLedger()
    let world = try await world(ledger)
    let code = try await world.printCodes(telling: [world.r1]).ordinary[0]
    let damaged = LedgerError.corrupt("A page of the database is damaged.")
    ledger.failWrites(damaged)
    await #expect(throws: damaged) {
      try await world.engine.useCheckInCode(code, from: "n")
    }
    #expect(world.services.health().causes.contains(.requestsLost(1)))
  }

  @Test func `loops that a full disk stops are not restarted`() async throws {
    let ledger = TestLedger()
    let world = try await world(ledger)
    let full = LedgerError.unavailable("The disk is full.")
    for _ in 0..<3 {
      world.clock.suspend(for: 11)
      ledger.failWrites(full, full)
      await #expect(throws: full) { try await world.services.heartbeat.turn() }
      await #expect(throws: full) { try await world.services.watch.turn() }
    }
    let health = world.services.health()
    #expect(health.causes.contains(.loopStalled(.watch)) && !health.isReady)
    #expect(health.isLive && health.silences.isEmpty)
  }

  @Test func `a sweep that fails three times in a row is shown, and makes no server unready`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await world(ledger)
    for _ in 1...3 {
      #expect(world.services.health().findings["upkeep-failing:sweep"] == nil)
      // Check-ins are swept first; what else is old goes all the same.
      ledger.failWrites(.corrupt("A check-in cannot be read."))
      await #expect(throws: LedgerError.self) { try await world.services.sweep.turn() }
    }
    let health = world.services.health()
    #expect(health.isReady && health.findings["upkeep-failing:sweep"] == 1)
    let figures = try await world.engine.metrics(health: health)
    #expect(figures.number("lifesignal_findings", ["kind": "upkeep-failing:sweep"]) == 1)
    try await world.services.sweep.turn()
    #expect(world.services.health().findings.isEmpty)
  }

  @Test func `drills that fail three times in a row are shown, and make no server unready`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await world(ledger)
    // From then on people who have joined are planned for.
    try await world.advance(by: 3_700)
    try await world.services.auditor.turn()
    for _ in 1...3 {
      #expect(world.services.health().findings["upkeep-failing:drills"] == nil)
      ledger.failWrites(.corrupt("A drill cannot be stored."))
      await #expect(throws: LedgerError.self) { try await world.services.drills.turn() }
    }
    let health = world.services.health()
    #expect(health.isReady && health.findings["upkeep-failing:drills"] == 1)
    try await world.services.drills.turn()
    #expect(world.services.health().findings.isEmpty)
  }

  @Test func `the figures count people without naming them`() async throws {
    let world = try await world()
    try await world.perform(ActivateAlert(), by: world.p)
    // The two requests that were accepted before they were sent are withdrawn, which counts for nothing.
    world.courier.fail(.transient("busy"), .rejected("no"))
    try await world.services.dispatch.turn()
    let figures = try await world.engine.metrics(health: world.services.health())
    #expect(figures.number("lifesignal_ready") == 1)
    #expect(figures.number("lifesignal_deliveries", ["channel": "sms", "state": "dead"]) == 1)
    #expect(
      figures.number("lifesignal_messages_total", ["channel": "sms", "event": "failed"]) == 1)
    #expect(figures.number("lifesignal_loop_age_seconds", ["loop": "auditor"]) == 0)
    #expect(figures.histogram("lifesignal_alarm_lateness_seconds") != nil)
    let text = "\(figures)"
    #expect(!text.contains("+1555") && !text.contains("Mara"))
  }

  @Test func `the dwell time says where the time goes`() async throws {
    let world = try await world()
    func count(_ stage: String) async throws -> Int? {
      let figures = try await world.engine.metrics(health: world.services.health())
      return figures.histogram("lifesignal_dwell_seconds", ["stage": stage])?.counts.reduce(0, +)
    }
    #expect(try await count("stored") == 0)
    #expect(try await count("attempted") == 0)
    #expect(try await count("shown") == 0)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.services.dispatch.turn()
    let attempted = try #require(try await count("attempted"))
    #expect(attempted > 0)
    // Trying again is no first attempt.
    try await world.services.dispatch.turn()
    #expect(try await count("attempted") == attempted)
    let sent = try await world.ledger.read { [r1 = world.r1] tx in
      try tx.deliveries(of: r1, limit: 9).first { $0.isAlarm && $0.acceptedAt != nil }
    }
    let token = try #require(sent?.receiptToken)
    for _ in 0..<2 {
      try await world.engine.perform(ConfirmReceipt(token: token, rung: .shown), by: .visitor)
    }
    #expect(try await count("shown") == 1)
  }
}
