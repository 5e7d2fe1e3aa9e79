import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel

/// Some people do not want to be disturbed for some hours, each by the clocks of their place; what that
/// means for each of their channels they change now and then.
struct NightsOfTheWorld: Sendable {
  let world: Simulation

  private var chance: Chance { world.chance }

  func live(_ person: Person.ID) async {
    guard chance.happens(0.6) else { return }
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 0...900))
      let hours = chance.happens(0.85) ? hours(around: world.clock.now) : nil
      _ = await world.ask(
        SetQuietHours(hours: hours), by: person, hours == nil ? "no quiet hours" : "quiet hours")
      for channel in Template.channels(of: person) where chance.happens(0.5) {
        let quiet = chance.one(of: Channel.Quiet.allCases)
        _ = await world.ask(
          SetChannelQuiet(id: channel.id, quiet: quiet), by: person, "quiet channel")
      }
      await world.clock.wait(chance.number(in: 600...4_000))
    }
  }

  /// Mostly such as are on.
  private func hours(around now: Date) -> QuietHours {
    let zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"].compactMap(Zone.init)
    let zone = chance.one(of: zones)
    let minute = zone.reading(at: now).time.minutes
    let from = (minute - chance.number(in: -10...400) + 1_440) % 1_440
    let until = (from + chance.number(in: 30...960)) % 1_440
    // Both are minutes of a day.
    return QuietHours(
      from: TimeOfDay(minutes: from)!, until: TimeOfDay(minutes: until)!, zone: zone)
  }
}

/// An alarm waits for no morning: every message of one is due when its place among the recipient's
/// channels says, quiet hours or not; only what is to be silent even then comes after the others.
final class CallsAtNight {
  private var known: Set<Int64> = []

  /// Seconds by which each place waits for the one before it; a rule of its own would be the same code.
  private static let step: Int64 = 30

  func check(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT d.id, d.next_attempt_at - d.created_at - d.channel_rank * \(Self.step * 1_000),
            c.quiet = 'everything', p.quiet_from IS NOT NULL
          FROM deliveries d LEFT JOIN channels c ON c.id = d.channel_id
          JOIN people p ON p.id = d.person_id
          WHERE d.state = 'ready' AND d.attempts = 0 AND d.priority <= 1 AND NOT EXISTS (
            SELECT 1 FROM deliveries s
            WHERE s.notification_id = d.notification_id AND s.shown_at IS NOT NULL)
          """))
    var now: Set<Int64> = []
    for row in rows {
      let (id, wait): (Int64, Int64) = (row[0], row[1])
      now.insert(id)
      // Receipts of those before it move it later.
      guard known.insert(id).inserted else { continue }
      let (isSilent, hasQuietHours): (Bool?, Bool) = (row[2], row[3])
      if hasQuietHours { world.count("call to somebody with quiet hours") }
      if isSilent == true, hasQuietHours { continue }
      if wait > 1_000 { world.fail("row \(id) of an alarm waits \(wait / 1_000) s too long") }
    }
    known = now
  }
}
