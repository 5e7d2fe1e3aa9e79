import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel

/// Where people are reached, as the carriers know it: addresses die, each kind of carrier finds that out
/// in its own way, and what was taken may come back.
final class AddressesOfTheWorld {
  enum Answer {
    case taken
    /// Taken, and never brought: the carrier says so later.
    case takenForNow
    case gone(since: Date?)
  }

  private struct Death {
    var at: Date
    /// Whether the carrier takes messages first and sends them back.
    var isFoundLater: Bool
  }

  private struct Report {
    var key: String
    var token: String?
    var kind: ChannelKind
    var isGone: Bool
    /// True time; milliseconds.
    var dueAt: Int64
  }

  /// An answer that the server has had, and of which it has to draw the consequences.
  private struct Finding {
    var since: Date?
    /// True time at which its row was given up; milliseconds.
    var markedAt: Int64?
    /// Whether a fault since then excuses that nothing follows.
    var isExcused = false
  }

  /// What a carrier says.
  static let isGone = "nobody lives there"

  private var deaths: [String: Death] = [:]
  private var reports: [Report] = []
  /// By the key of the message.
  private var findings: [String: Finding] = [:]

  // MARK: The world

  /// Phones are lost, numbers given up, browsers cleared.
  func die(_ world: Simulation) async {
    let chance = world.chance
    for _ in 0..<chance.number(in: 0...3) {
      await world.clock.wait(chance.number(in: 0...world.span.trouble * 0.4))
      let person = chance.one(of: Template.responders + [Template.watched[0]])
      let channel = chance.one(of: Template.channels(of: person))
      guard !Task.isCancelled, deaths[channel.address] == nil else { continue }
      // A number that is called says so at once: calls are the last way, and seldom come to it.
      let mayBeLater = [.sms, .email].contains(channel.kind)
      deaths[channel.address] = Death(
        at: world.clock.now, isFoundLater: mayBeLater && chance.happens(0.5))
      world.note("nobody is at \(channel.address) any more")
    }
  }

  /// Carriers say what became of what they had taken.
  func report(_ world: Simulation) async {
    while !Task.isCancelled {
      await world.clock.wait(world.chance.number(in: 5...60))
      let due = reports.filter { $0.dueAt <= world.clock.time }
      reports.removeAll { $0.dueAt <= world.clock.time }
      for report in due where !Task.isCancelled {
        let reason = report.isGone ? "nobody is there" : "the mailbox is full"
        let id = Int64(report.key.drop { !$0.isNumber }).map { Delivery.ID($0) }
        if report.kind == .email, let id {
          _ = await world.ask(
            ReturnMail(id: id, reason: reason, isGone: report.isGone), as: .system, "mail returned")
        } else if let token = report.token {
          _ = await world.ask(Bounce(token: token, reason: reason), as: .system, "bounce")
        }
      }
    }
  }

  /// Whether the address is out of use.
  func isDead(_ address: String) -> Bool { deaths[address] != nil }

  // MARK: The carriers

  /// What the carrier of this kind says to this message, as the couriers of the product read it.
  func answer(to message: CourierMessage, _ world: Simulation) -> Answer {
    let death = deaths[message.address]
    guard let death, !death.isFoundLater else {
      guard death != nil || world.chance.happens(Self.losses[message.kind] ?? 0) else {
        return .taken
      }
      promise(message, isGone: death != nil, world)
      return .takenForNow
    }
    world.count("gone: \(message.kind.rawValue)")
    world.note("gone \(message.idempotencyKey)#\(message.attempt)")
    // Only Apple says since when.
    let since = message.kind == .apns ? death.at : nil
    for part in message.contents {
      world.carrierLog.refused.insert(part.idempotencyKey)
      findings[part.idempotencyKey] = Finding(since: since)
    }
    return .gone(since: since)
  }

  /// How often a message is taken and lost at an address that is well: a call that no one answers, a
  /// telephone that is switched off, a mailbox that is full.
  private static let losses: [ChannelKind: Double] = [.voice: 0.15, .sms: 0.02, .email: 0.05]

  private func promise(_ message: CourierMessage, isGone: Bool, _ world: Simulation) {
    for part in message.contents {
      world.carrierLog.liedAbout.insert(part.idempotencyKey)
      world.carrierLog.refused.insert(part.idempotencyKey)
      reports.append(
        Report(
          key: part.idempotencyKey, token: message.receiptToken, kind: message.kind, isGone: isGone,
          dueAt: world.clock.time + Int64(world.chance.number(in: 5_000...300_000))))
    }
  }

  // MARK: The rule

  /// An address that is gone is switched off; its person hears of it, where they have typed it in, and in
  /// the timeline of an alarm's owner it stands that the message did not go.
  func check(_ database: Database, _ world: Simulation, _ life: Life) throws {
    for (key, finding) in findings.sorted(by: { $0.key < $1.key }) {
      let row = try Row.fetchOne(
        try database.cachedStatement(
          sql: """
            SELECT d.state, d.last_error, d.kind, d.person_id, d.alert_id, c.id AS channel,
              c.disabled_at, c.heard_at, d.channel_id,
              EXISTS (SELECT 1 FROM notifications n WHERE n.person_id = d.person_id
                AND (n.dedupe_key LIKE 'system:channel:' || d.channel_id || ':%'
                  OR n.dedupe_key LIKE 'system:mailbox:' || d.channel_id || ':%')) AS is_known,
              d.priority > 1 OR d.alert_id IS NULL OR EXISTS (
                SELECT 1 FROM timeline t WHERE t.alert_id = d.alert_id
                  AND t.other_id = d.person_id AND t.kind = 'sendingFailed'
                UNION ALL SELECT 1 FROM sealed_entries s WHERE s.alert_id = d.alert_id
                  AND s.other_id = d.person_id AND s.kind = 'sendingFailed') AS is_entered,
              EXISTS (SELECT 1 FROM alerts a WHERE a.kind = 'duress') AS is_in_silence
            FROM deliveries d LEFT JOIN channels c ON c.id = d.channel_id
              AND c.address = d.address
            WHERE d.idempotency_key = ?
            """), arguments: [key])
      guard let row, row["channel"] as Int64? != nil else {
        findings[key] = nil
        continue
      }
      findings[key] = try judge(key, finding, row, world)
    }
  }

  /// Nil when nothing more has to follow.
  private func judge(
    _ key: String, _ finding: Finding, _ row: Row, _ world: Simulation
  ) throws -> Finding? {
    let state: String = row["state"]
    if state == "done" { world.fail("\(key) is done, and its address is gone") }
    guard state == "dead" else { return state == "done" ? nil : finding }
    guard row["last_error"] as String? == Self.isGone else { return nil }
    if !(row["is_entered"] as Bool) {
      world.fail("no owner reads that \(key) did not go, as its address is gone")
    }
    let (kind, isOff) = (ChannelKind(rawValue: row["kind"]), row["disabled_at"] as Int64? != nil)
    guard Self.isTypedIn(kind) else {
      let heardAt: Int64? = row["heard_at"]
      let mayStay =
        finding.since.map { heardAt ?? 0 > $0.milliseconds || row["is_in_silence"] } ?? false
      if isOff { world.count("address switched off") }
      if !isOff, !mayStay { world.fail("the address of \(key) is gone, and stays on") }
      return nil
    }
    if row["is_known"] {
      world.count("loss of an address told")
      return nil
    }
    // By another commit, which a fault may prevent: then the next message finds the same.
    var finding = finding
    finding.isExcused = finding.isExcused || world.isInTrouble(since: finding.markedAt)
    if let markedAt = finding.markedAt, world.clock.time > markedAt + 60_000 {
      if !finding.isExcused { world.fail("no one hears that the address of \(key) is gone") }
      return nil
    }
    finding.markedAt = finding.markedAt ?? world.clock.time
    return finding
  }

  private static func isTypedIn(_ kind: ChannelKind) -> Bool {
    !kind.isPush && kind != .sms && kind != .voice
  }
}

extension Actor {
  /// In traces.
  var name: String { person?.rawValue ?? (self == .system ? "the server" : "somebody") }
}
