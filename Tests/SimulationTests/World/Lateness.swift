import Foundation
import GRDB
import LifeSignalModel

/// What is due is done within two seconds while nothing is wrong: a deadline, a journey, a call or a code is
/// stored, and a message of an alert is with its carrier.
///
/// Asked for where the loops are driven as a server drives them, by what they say is next and by nudges
/// (``Simulation/isPrompt``). Looked at before each write and after each commit: whatever ends a delay is a
/// write, and finds it there.
final class Lateness {
  private struct Due: Equatable {
    /// By the clock on the wall; milliseconds.
    var at: Int64
    /// True time since when the row says so.
    var since: Int64
  }

  private static let most: Int64 = 2_000

  /// Everything that comes due, by when it was promised: a row that waits for longer than that is late too.
  private static let dues = """
    SELECT 'the watch of ' || person_id, CASE WHEN stage <= 3 AND paused_until IS NULL
      THEN min(next_fire_at, coalesce(deadline_at + grace_ms, next_fire_at))
      ELSE next_fire_at END, 0
    FROM watches WHERE next_fire_at IS NOT NULL
    UNION ALL
    SELECT 'the journey ' || id, CASE WHEN stage <= 2
      THEN min(next_fire_at, due_at + grace_ms) ELSE next_fire_at END, 0
    FROM travels WHERE ended_at IS NULL AND next_fire_at IS NOT NULL
    UNION ALL
    SELECT 'the call for ' || alert_id, next_fire_at, 0
    FROM escalations WHERE ended_at IS NULL AND next_fire_at IS NOT NULL
    UNION ALL
    SELECT 'the code ' || id, due_at, 0 FROM check_in_codes WHERE due_at IS NOT NULL
    UNION ALL
    SELECT 'the message ' || id, next_attempt_at, 1
    FROM deliveries WHERE state = 'ready' AND attempts = 0 AND priority <= 1
    """

  private var known: [String: Due] = [:]

  func look(_ database: Database, _ world: Simulation) throws {
    let now = world.clock.time
    let offset = world.clock.now.milliseconds - now
    var dues: [String: Due] = [:]
    for row in try Row.fetchAll(try database.cachedStatement(sql: Self.dues)) {
      let (name, at, isMessage): (String, Int64, Bool) = (row[0], row[1], row[2])
      var due = Due(at: at, since: now)
      if let old = known[name], old.at == at { due = old }
      dues[name] = due
      guard let settledAt = world.settled(isMessage: isMessage) else { continue }
      let late = now - max(at - offset, due.since, settledAt)
      if late > Self.most { world.fail("\(name) is \(late) ms late") }
    }
    for (name, old) in known where old.at - offset <= now && dues[name] != old {
      if let settledAt = world.settled(isMessage: false), settledAt <= now {
        world.count("done in time")
      }
    }
    known = dues
  }
}
