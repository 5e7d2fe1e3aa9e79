public import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalWords
import Logging

/// An operator's commands on a database beside the running server. Their output contains no
/// address, name or text.
public struct OperatorTool: Sendable {
  /// The number of bytes of a returned mail that are read.
  public static let longestReport = DeliveryReport.most

  private let path: String
  let ledger: SQLiteLedger
  let clock: any ServerClock

  /// - Throws: ``SettingsError`` when there is no database at `path`, or one of another version: the
  ///   running server must not find its schema changed.
  public init(database path: String) throws {
    try DatabaseFile.require("database", at: path)
    self.path = path
    clock = SystemClock()
    do {
      ledger = try SQLiteLedger.openExisting(at: path)
    } catch let error as StorageError {
      throw SettingsError("\(path): \(error)")
    }
  }

  /// Lines of `name value`, and the exit code that sums them up: 0 when all is well, 1 when a promise is
  /// broken, the server does not run or the file is damaged, 2 when only carriers fail.
  public func status() async throws -> (text: String, exitCode: Int32) {
    let pages = try await statusOfPages()
    let schema = try await ledger.schemaProblems().map(Self.damaged)
    let file = pages.line + schema.joined()
    do {
      let rest = try await statusOfServer()
      return (file + rest.text, pages.isDamaged || !schema.isEmpty ? 1 : rest.exitCode)
    } catch LedgerError.corrupt(let reason) {
      return (file + "DAMAGED: the status cannot be read. \(reason)\n", 1)
    }
  }

  /// Bytes beyond which a status leaves the pages to the doctor: below, they take half a second.
  static let mostExamined: Int64 = 256 << 20

  private func statusOfPages() async throws -> (line: String, isDamaged: Bool) {
    guard let problems = try await ledger.damagedPages(upTo: Self.mostExamined) else {
      return ("pages not examined: the file is large; `lifesignal doctor` examines it\n", false)
    }
    guard let problem = problems.first else { return ("pages ok\n", false) }
    return (Self.damaged(problem), true)
  }

  private static func damaged(_ problem: String) -> String {
    "DAMAGED: \(problem). \(DatabaseFileError.wayBack).\n"
  }

  private func statusOfServer() async throws -> (text: String, exitCode: Int32) {
    let now = clock.now
    let (figures, turns, heartbeat, sightings) = try await ledger.read { tx in
      (
        try tx.outboxFigures(), try tx.loopTurns(), try tx.heartbeat(),
        try tx.auditSightings()
      )
    }
    var lines: [String] = []
    func age(_ date: Date?) -> String {
      date.map { "\(Int(clamping: max(0, now.timeIntervalSince($0)))) s" } ?? "never"
    }
    lines.append("heartbeat \(age(heartbeat?.beatAt)) ago")
    for loop in LoopName.allCases { lines.append("loop.\(loop.rawValue) \(age(turns[loop])) ago") }
    if let outage = heartbeat?.outage {
      lines.append("last-outage \(Int(clamping: outage.duration)) s, ended \(age(outage.end)) ago")
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
    let condition = ledger.condition
    for finding in condition.findings { lines.append("finding \(finding.rawValue)") }
    // Rows that were left out of the figures above.
    for (table, count) in ledger.unreadableRows.sorted(by: { $0.key < $1.key }) {
      lines.append("finding rows-unreadable:\(table):\(count)")
    }
    let isFull = condition.freeBytes.map { $0 < Self.leastRoom } ?? false
    if isFull {
      lines.append(
        "DISK FULL: the server can store nothing, no check-in and no alert; free some space")
    }
    if condition.hasLostCommits {
      lines.append(
        "COMMITS LOST: the log was damaged; see the server's log, and \(ledger.damagedLog)")
    }
    let isAlive =
      heartbeat.map { now.timeIntervalSince($0.beatAt) < EngineServices.patience } ?? false
    let isTurning = LoopName.allCases.allSatisfy { loop in
      // Noted with the heartbeat, so up to a second old.
      turns[loop].map { now.timeIntervalSince($0) < EngineServices.patience + 2 } ?? false
    }
    if !isAlive || !isTurning { lines.append(silence(isAlive: isAlive)) }
    let isKept =
      !isFull && !condition.hasLostCommits
      && !sightings.contains {
        $0.fault(at: now) == .promise || $0.finding.kind == .rowUnreadable
      }
    let isCarried = !sightings.contains { $0.fault(at: now) == .carrier }
    let exitCode: Int32 = !isAlive || !isTurning || !isKept ? 1 : isCarried ? 0 : 2
    return (lines.map { $0 + "\n" }.joined(), exitCode)
  }

  /// Why not all loops turn.
  private func silence(isAlive: Bool) -> String {
    if SQLiteLedger.isServerStarting(at: path, now: clock.now, patience: EngineServices.patience) {
      return "STARTING: not all loops have turned yet"
    }
    if isAlive { return "STALLED: a loop does not turn" }
    return SQLiteLedger.isServerRunning(at: path)
      ? "STALLED: a server has the database open, but its loops do not turn: restart it"
      : "NOT RUNNING: no heartbeat"
  }

  /// Bytes below which a disk counts as full.
  private static let leastRoom: Int64 = 1 << 20

  /// One line for each message that was given up, newest first.
  public func deadLetters(limit: Int) async throws -> String {
    let now = clock.now
    let letters = try await ledger.read { try $0.deadLetters(limit: limit) }
    guard !letters.isEmpty else { return "There are no dead letters.\n" }
    return letters.map { letter in
      let priority = letter.priority.map { "\($0)" } ?? "unknown"
      let age = Int(clamping: max(0, now.timeIntervalSince(letter.diedAt)))
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
    do {
      try await engine().perform(RetryDeadLetter(id: Delivery.ID(rawValue: id)), by: System())
    } catch let refusal as Refusal {
      throw SettingsError("\(id): \(refusal)")
    }
  }

  /// Notes that a mail came back, in the outbox and, if it is the second with a missing mailbox, at
  /// the channel. The next channel follows immediately if the message still matters; a repeat
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - mail: unchanged; anything but a report about a mail of this installation is ignored.
  ///   - address: the address it came back to, if the mail server names it; one without a mail's
  ///     name is ignored.
  /// - Returns: the result, for a log; names no person.
  public func returned(_ mail: Data, to address: String?) async throws -> String {
    guard let report = DeliveryReport(mail, to: address) else {
      return "Not a report of a mail that failed."
    }
    let secret = try await ledger.keyBesideServer(.mail)
    let delivery = try await ledger.read { tx in
      try MailIdentity.delivery(named: report.name).flatMap { try tx.delivery($0) }
    }
    // A sender who only guesses numbers does not know the rest of the name.
    guard let delivery, delivery.kind == .email,
      MailIdentity(of: delivery.idempotencyKey, to: delivery.address, secret: secret).name
        == report.name
    else { return "Not a mail of this server, or one that has been swept." }
    let isGone = report.isMailboxGone(at: delivery.address)
    // This tool does not know the settings: it assumes that every channel a person has on works
    // here.
    let kinds = try await ledger.read { try $0.allChannels(of: delivery.person).map(\.kind) }
    let outcome = try await engine(able: Set(kinds)).perform(
      ReturnMail(
        id: delivery.id,
        reason: MailReturn(status: report.status, isMailboxGone: isGone).text, isGone: isGone),
      by: System())
    if outcome == .unchanged { return "\(delivery.id): known already." }
    let channel = try await ledger.read { try $0.allChannels(of: delivery.person) }
      .first { $0.id == delivery.channel && $0.address == delivery.address }
    return "\(delivery.id): failed (\(report.status))"
      + (channel?.isOn == false ? "; nothing more is sent to its mailbox." : ".")
  }

  /// Signs the person with this number or e-mail address out on every device, ends their access tokens, and sends
  /// nothing more to their browsers and phones; they are notified by the remaining channels. A
  /// running server ends the sessions it has open with their next request.
  /// - Parameter number: with the code of its country, as in `+15550100001`; or the address.
  /// - Returns: how many sessions and access tokens were ended.
  /// - Throws: ``SettingsError`` if no person has it.
  public func endSessions(of number: String) async throws -> Int {
    // With its country's code a number is the same in every region.
    guard number.hasPrefix("+") || number.contains("@") else {
      throw SettingsError("--number: it begins with + and the code of its country.")
    }
    do {
      return try await engine().perform(
        EndAllSessions(phoneNumber: number, region: .unitedStates), by: System())
    } catch Refusal.personNotFound {
      throw SettingsError(
        number.contains("@")
          ? "--email: no one here signs in with this address."
          : "--number: no one here has this number.")
    } catch Refusal.invalidPhoneNumber {
      throw SettingsError("--number: this is no phone number.")
    } catch let refusal as Refusal where number.contains("@") && refusal.code == .invalidArgument {
      throw SettingsError("--email: this is no e-mail address.")
    }
  }

  func engine(able: Set<ChannelKind> = []) throws -> Engine {
    var logger = Logger(label: "lifesignal")
    logger.logLevel = .error
    return Engine(
      ledger: ledger, clock: clock,
      configuration: EngineConfiguration(
        ableChannels: able, translations: try Translations.bundled()),
      ids: IDGenerator(node: Self.node(of: ProcessInfo.processInfo.processIdentifier)),
      logger: logger)
  }

  /// The server is node 0. Several tools may run at the same time, for example when several mails
  /// come back: processes started one after another get different nodes.
  static func node(of process: Int32) -> Int { 1 + Int(clamping: process) % 1_023 }

  /// The key with which the receiver at `url` verifies signatures.
  /// - Throws: ``SettingsError`` while the key is damaged.
  public func webhookKey(of url: String) async throws -> String {
    let secret = try await ledger.keyBesideServer(.webhooks)
    return WebhookSignature(secret: secret).key(for: url)
  }
}
