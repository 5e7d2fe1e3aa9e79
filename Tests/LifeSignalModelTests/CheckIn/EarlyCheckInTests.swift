import Foundation
import LifeSignalModel
import Testing

/// Mara promises 09:00 UTC every day. Monday, 5 January 2026.
@Suite struct `An early check-in` {
  private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private func watch(due: String, last: String) throws -> Watch {
    let times = CheckInTimes(times: [try #require(TimeOfDay("09:00"))], zone: .utc)
    let watch = Watch(
      person: "1", lastCheckIn: try instant(last), deadline: try instant(due), gen: 1, times: times)
    return WatchSchedule.waiting(watch, after: try instant(last), NotificationPreferences())
  }

  private func checkIn(
    at text: String, _ watch: Watch, evidence: ThingKind? = nil
  ) throws -> Watch {
    let now = try instant(text)
    let decision = CheckInRules.checkIn(
      Cast.facts(watch), clientKey: nil, at: nil,
      source: evidence == nil ? .manual : .automatic, evidence: evidence,
      moment: Moment(now: now) { 100 })
    return try #require(decision.watch)
  }

  @Test(arguments: ["2026-01-05T00:01:00Z", "2026-01-05T06:30:00Z", "2026-01-05T08:59:00Z"])
  func `counts for the next time, however early`(at: String) throws {
    let after = try checkIn(
      at: at, try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z"))
    #expect(after.deadline == (try instant("2026-01-06T09:00:00Z")))
    #expect(try #require(after.nextFireAt) > (try instant("2026-01-05T09:10:00Z")))
  }

  @Test func `made twice counts once`() throws {
    let first = try checkIn(
      at: "2026-01-05T06:30:00Z",
      try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z"))
    let second = try checkIn(at: "2026-01-05T08:30:00Z", first)
    #expect(second.deadline == (try instant("2026-01-06T09:00:00Z")))
  }

  @Test(arguments: ["2026-01-05T09:00:00Z", "2026-01-05T09:05:00Z", "2026-01-05T15:00:00Z"])
  func `one that is late answers what was due, and not the next time too`(at: String) throws {
    let after = try checkIn(
      at: at, try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z"))
    #expect(after.deadline == (try instant("2026-01-06T09:00:00Z")))
  }

  @Test func `after an answered time counts for the next one`() throws {
    let after = try checkIn(
      at: "2026-01-05T20:00:00Z",
      try watch(due: "2026-01-06T09:00:00Z", last: "2026-01-05T08:50:00Z"))
    #expect(after.deadline == (try instant("2026-01-07T09:00:00Z")))
  }

  @Test func `what a device reports early does not count, and takes nothing back`() throws {
    let due = try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z")
    let early = try checkIn(at: "2026-01-05T06:30:00Z", due, evidence: .motion)
    #expect(early.deadline == (try instant("2026-01-05T09:00:00Z")))
    let answered = try checkIn(at: "2026-01-05T06:30:00Z", due)
    let later = try checkIn(at: "2026-01-05T06:45:00Z", answered, evidence: .motion)
    #expect(later.deadline == (try instant("2026-01-06T09:00:00Z")))
    // Their own link is their hand.
    let link = try checkIn(at: "2026-01-05T06:30:00Z", due, evidence: .link)
    #expect(link.deadline == (try instant("2026-01-06T09:00:00Z")))
  }
}
