import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import Logging

/// What an operator asks of a database beside the running server. Tells no address, name or text.
public struct OperatorTool: Sendable {
  private let ledger: SQLiteLedger
  private let clock: any ServerClock

  /// - Throws: ``SettingsError`` when there is no database at `path`, or one of another version: the
  ///   running server must not find its schema changed.
  public init(database path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw SettingsError("database.path: there is no database at \(path).")
    }
    clock = SystemClock()
    do {
      ledger = try SQLiteLedger.openExisting(at: path)
    } catch let error as StorageError {
      throw SettingsError("database.path: \(path): \(error)")
    }
  }

  /// Lines of `name value`, and whether all is well.
  public func status() async throws -> (text: String, isWell: Bool) {
    let now = clock.now
    let (figures, turns, heartbeat, sightings) = try await ledger.read { tx in
      (
        try tx.outboxFigures(), try tx.loopTurns(), try tx.heartbeat(),
        try tx.auditSightings()
      )
    }
    var lines: [String] = []
    func age(_ date: Date?) -> String {
      date.map { "\(Int(max(0, now.timeIntervalSince($0)))) s" } ?? "never"
    }
    lines.append("heartbeat \(age(heartbeat?.beatAt)) ago")
    for loop in LoopName.allCases { lines.append("loop.\(loop.rawValue) \(age(turns[loop])) ago") }
    if let outage = heartbeat?.outage {
      lines.append("last-outage \(Int(outage.duration)) s, ended \(age(outage.end)) ago")
    }
    for figure in figures {
      let name = "outbox.\(figure.kind.rawValue).\(figure.state.rawValue)"
      let oldest = figure.oldest.map { $0 > now ? "" : ", oldest \(age($0))" } ?? ""
      lines.append("\(name) \(figure.count)\(oldest)")
    }
    lines.append("findings \(sightings.count)")
    for sighting in sightings {
      lines.append(
        "finding \(sighting.finding) since \(age(sighting.foundAt)), \(sighting.repairs) repairs")
    }
    let isAlive =
      heartbeat.map { now.timeIntervalSince($0.beatAt) < EngineServices.patience } ?? false
    let isTurning = LoopName.allCases.allSatisfy { loop in
      // Noted with the heartbeat, so up to a second old.
      turns[loop].map { now.timeIntervalSince($0) < EngineServices.patience + 2 } ?? false
    }
    if !isAlive { lines.append("NOT RUNNING: no heartbeat") }
    if isAlive, !isTurning { lines.append("STALLED: a loop does not turn") }
    return (
      lines.map { $0 + "\n" }.joined(), isAlive && isTurning && sightings.isEmpty
    )
  }

  /// One line for each message that was given up, newest first.
  public func deadLetters(limit: Int) async throws -> String {
    let now = clock.now
    let letters = try await ledger.read { try $0.deadLetters(limit: limit) }
    guard !letters.isEmpty else { return "There are no dead letters.\n" }
    return letters.map { letter in
      let priority = letter.priority.map { "\($0)" } ?? "unknown"
      let age = Int(max(0, now.timeIntervalSince(letter.diedAt)))
      return """
        \(letter.id) \(letter.kind.rawValue) \(priority) attempts=\(letter.attempts) \
        died=\(age)s-ago reason=\(letter.reason)\n
        """
    }
    .joined()
  }

  /// Puts one back into the outbox; the running server sends it within a second.
  /// - Throws: ``SettingsError`` when there is no such dead letter.
  public func retry(_ id: String) async throws {
    var logger = Logger(label: "lifesignal")
    logger.logLevel = .error
    let engine = Engine(ledger: ledger, clock: clock, ids: IDGenerator(node: 1_023), logger: logger)
    do {
      try await engine.perform(.retryDeadLetter(Delivery.ID(rawValue: id)), by: .system)
    } catch let refusal as Refusal {
      throw SettingsError("\(id): \(refusal)")
    }
  }

  /// What the receiver at `url` checks signatures with.
  public func webhookKey(of url: String) async throws -> String {
    let secret = try await ledger.secret(named: WebhookSignature.secretName)
    return WebhookSignature(secret: secret).key(for: url)
  }
}
