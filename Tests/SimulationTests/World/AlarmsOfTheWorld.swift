import Foundation
import GRDB
import LifeSignalModel

/// Which responder has which alarm, commit by commit. The first answer wins; for 15 minutes a responder
/// loses an alarm only to a responder they offered it to; and while no one has it, a next call is due.
final class AlarmsOfTheWorld {
  struct Calling: Equatable {
    var id: Int64
    var person: Int64
    var stage: Int
    var nextFireAt: Int64?
    var gen: Int64
    var holder: Int64?
    var heldSince: Int64?
    var offeredTo: Int64?
    var endedAt: Int64?
    var helpers: String?
    var calls: Int
  }

  /// In the order in which they were raised.
  private(set) var callings: [Calling] = []
  private var known: [Int64: Calling] = [:]
  /// "alarm person" of everybody who has ever had one.
  private var holders: Set<String> = []

  /// Seconds until the next call at the latest, by stage; rules of their own would be the same code.
  private static let longest: [Int64] = [3_600, 21_600, 3_600, 900]
  /// Milliseconds by which a clock set between the decision and its commit, and a slow disk, may make
  /// a time look wrong.
  private static let slack: Int64 = 400_000

  func check(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT alert_id, person_id, stage, next_fire_at, gen, holder_id, held_since,
            offered_to_id, ended_at, helpers, calls
          FROM escalations ORDER BY alert_id
          """))
    let now = rows.map { row in
      Calling(
        id: row[0], person: row[1], stage: row[2], nextFireAt: row[3], gen: row[4], holder: row[5],
        heldSince: row[6], offeredTo: row[7], endedAt: row[8], helpers: row[9],
        calls: row[10])
    }
    guard now != callings else { return }
    for calling in now where known[calling.id] != calling {
      check(calling, known[calling.id], world)
      known[calling.id] = calling
    }
    callings = now
  }

  /// Whether a responder has had it at any time, or helped, too.
  func wasEverHeld(_ alarm: Int64) -> Bool { holders.contains { $0.hasPrefix("\(alarm) ") } }

  /// Whether this person was the one who had it at any time, or came too.
  func hasHad(_ alarm: Int64, _ person: Int64) -> Bool { holders.contains("\(alarm) \(person)") }

  /// Read by the names in the stored text, not by the code under test.
  private func helpers(_ calling: Calling) -> [String] {
    let entries = calling.helpers.flatMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [[String: Any]]
    }
    return (entries ?? []).filter { $0["isComing"] as? Bool == true }
      .compactMap { $0["person"].map { "\($0)" } }
  }

  private func check(_ new: Calling, _ old: Calling?, _ world: Simulation) {
    if let old {
      if new.gen <= old.gen { world.fail("the calling of \(new.id) changed, its number did not") }
      if old.endedAt != nil { world.fail("the calling of \(new.id) changed after its end") }
      if let loser = old.holder, let winner = new.holder, loser != winner {
        world.count("takeover")
        let held = (new.heldSince ?? 0) - (old.heldSince ?? 0)
        if old.offeredTo != winner, held < 900_000 {
          world.fail("\(winner) has the alarm \(new.id), which \(loser) had and did not offer")
        }
      }
      if old.holder != nil, new.holder == nil, new.endedAt == nil { world.count("let go") }
    }
    if let holder = new.holder {
      world.note("alarm \(new.id) is with \(holder)")
      holders.insert("\(new.id) \(holder)")
    }
    for helper in helpers(new) where holders.insert("\(new.id) \(helper)").inserted {
      world.count("came too")
    }
    if new.stage == 1, old?.stage == 0 { world.count("plan run out") }
    checkNextCall(new, old, world)
    checkIsCalled(new, old, world)
  }

  /// What came due is done, not put off: a row that moves on without a call was tried and has failed.
  private func checkIsCalled(_ new: Calling, _ old: Calling?, _ world: Simulation) {
    guard let old, let due = old.nextFireAt, let next = new.nextFireAt else { return }
    let now = world.clock.now.milliseconds
    var later = old
    (later.nextFireAt, later.gen) = (new.nextFireAt, new.gen)
    if later == new, due <= now, next > now {
      world.fail("the call for alarm \(new.id) came due, and was put off instead of made")
    }
  }

  /// Every call says when the next one is: later than now, and not later than the longest pause.
  private func checkNextCall(_ new: Calling, _ old: Calling?, _ world: Simulation) {
    // An offer leaves the time as it is, however the clock was set since.
    guard new.endedAt == nil, let next = new.nextFireAt, next != old?.nextFireAt else { return }
    let now = world.clock.now.milliseconds
    if next > now + Self.longest[new.stage] * 1_000 + Self.slack {
      world.fail("nobody is called for alarm \(new.id) for \((next - now) / 1_000) s")
    }
    if next < now - Self.slack - world.pauses.allowance(at: world.clock.time) {
      world.fail("the next call for alarm \(new.id) is \((now - next) / 1_000) s ago")
    }
  }

  /// After a long calm: what came due has been done.
  func checkTheEnd(_ world: Simulation) {
    let now = world.clock.now.milliseconds
    for calling in callings where calling.endedAt == nil {
      guard let next = calling.nextFireAt else {
        world.fail("nobody is called for alarm \(calling.id) any more")
        continue
      }
      if next < now - Int64(world.span.lateness * 1_000) {
        world.fail("nobody has made the call for \(calling.id) due \((now - next) / 1_000) s ago")
      }
    }
  }
}
