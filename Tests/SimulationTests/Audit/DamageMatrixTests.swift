import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Logging
import Testing

/// Every column of every table, spoilt for one person who has an alert. Read from the schema: a new column
/// is spoilt from the day it is there.
@Suite(.timeLimit(.minutes(5)), .temporaryFolder) struct `One spoilt value` {
  @Test func `delays no other person's alert, and its own person's only with a report`()
    async throws
  {
    let database = try await DamagedDatabase()
    let sound = DamagedLife(database)
    #expect(try await sound.alertsAnother())
    #expect(
      !sound.hasCalledAgain, "nothing was spoilt, and yet the calling began again"
    )
    try await database.restore()
    var (late, silent, tried) = ([String](), [String](), 0)
    for damage in try await database.damages() {
      guard try await database.spoil(damage) else {
        try await database.restore()
        continue
      }
      tried += 1
      let life = DamagedLife(database)
      if try await !life.alertsAnother() { late.append("\(damage)") }
      if try await !life.goesOnOrSaysSo() { silent.append("\(damage)") }
      try await database.restore()
    }
    #expect(late == [], "the other person's alert did not leave within two seconds")
    #expect(silent == [], "nobody is called again, and health says that all is well")
    #expect(tried > 300)
  }
}

/// The server on a damaged database, from its start.
private struct DamagedLife {
  let database: DamagedDatabase
  let clock: ManualClock
  let courier = RecordingCourier()
  let engine: Engine
  let services: EngineServices

  init(_ database: DamagedDatabase) {
    self.database = database
    clock = ManualClock(database.start)
    engine = Engine(
      ledger: database.ledger, couriers: [.sms: courier], clock: clock,
      configuration: EngineConfiguration(codeKey: Data("test".utf8)), ids: IDGenerator(node: 1),
      entropy: .counting(from: 1 << 40),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    services = engine.services()
  }

  /// What fails is tried again at the next turn, as the loops themselves do.
  private func turn(after seconds: TimeInterval) async {
    clock.advance(by: seconds)
    _ = try? await services.heartbeat.turn()
    _ = try? await services.watch.turn()
    _ = try? await services.dispatch.turn()
    _ = try? await services.auditor.turn()
  }

  func alertsAnother() async throws -> Bool {
    await turn(after: 0)
    try await engine.perform(ActivateAlert(), by: .person(database.other))
    await turn(after: 1)
    await turn(after: 1)
    return courier.messages.contains {
      $0.address == database.othersNumber && $0.priority == .alert
    }
  }

  /// Until the victim's responders should have been called again, and half a minute more. A calling that is
  /// repaired calls them immediately, and then in a quarter of an hour.
  func goesOnOrSaysSo() async throws -> Bool {
    var isSaid = !services.health().isReady
    for seconds in [35.0, 5, 265, 35, 5] {
      await turn(after: seconds)
      isSaid = isSaid || !services.health().isReady
    }
    return isSaid || hasCalledAgain
  }

  var hasCalledAgain: Bool {
    courier.messages.contains { $0.address == database.victimsNumber && $0.priority == .alert }
  }
}
