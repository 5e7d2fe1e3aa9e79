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

  @Test func `an early report of a device does not count, and undoes nothing`() throws {
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

  private func plan(_ times: String...) throws -> CheckInPlan {
    .times(CheckInTimes(times: try times.map { try #require(TimeOfDay($0)) }, zone: .utc))
  }

  private func change(to plan: CheckInPlan, at text: String, _ watch: Watch) throws -> Date? {
    let now = try instant(text)
    return try CheckInSettingsRules.setPlan(
      Cast.facts(watch), plan, moment: Moment(now: now) { 100 }
    ).watch?.deadline
  }

  @Test func `still counts after a change of the plan`() throws {
    let answered = try checkIn(
      at: "2026-01-05T06:30:00Z",
      try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z"))
    for (times, due) in [
      (try plan("09:15"), "2026-01-06T09:15:00Z"), (try plan("08:00"), "2026-01-06T08:00:00Z"),
      (try plan("09:00", "20:00"), "2026-01-05T20:00:00Z"),
    ] {
      #expect(try change(to: times, at: "2026-01-05T07:00:00Z", answered) == (try instant(due)))
    }
    // After that time it has nothing to answer any more.
    #expect(
      try change(to: try plan("20:00"), at: "2026-01-05T10:00:00Z", answered)
        == (try instant("2026-01-05T20:00:00Z")))
  }

  @Test func `is not made up by changes of the plan`() throws {
    let unanswered = try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z")
    #expect(
      try change(to: try plan("09:15"), at: "2026-01-05T07:00:00Z", unanswered)
        == (try instant("2026-01-05T09:15:00Z")))
    // One that answered a time a week away does not answer every day until then.
    var weekly = try checkIn(
      at: "2026-01-05T06:30:00Z",
      try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-04T08:00:00Z"))
    weekly.times = CheckInTimes(
      times: [try #require(TimeOfDay("09:00"))], days: [.sunday], zone: .utc)
    weekly.deadline = try instant("2026-01-18T09:00:00Z")
    #expect(
      try change(to: try plan("09:00"), at: "2026-01-07T07:00:00Z", weekly)
        == (try instant("2026-01-07T09:00:00Z")))
  }

  @Test(arguments: [
    ("2026-01-05T06:25:00Z", "2026-01-06T09:00:00Z"),
    // The clock was ahead by a day: the check-in counts for the time that is coming now.
    ("2026-01-04T06:30:00Z", "2026-01-05T09:00:00Z"),
  ])
  func `still counts after the clock was set back`(now: String, due: String) throws {
    let answered = try checkIn(
      at: "2026-01-05T06:30:00Z",
      try watch(due: "2026-01-05T09:00:00Z", last: "2026-01-03T08:00:00Z"))
    #expect(answered.deadline == (try instant("2026-01-06T09:00:00Z")))
    let corrected = SetBackRules.watch(
      answered, NotificationPreferences(), courtesy: 600, at: try instant(now))
    #expect(corrected?.deadline == (try instant(due)))
    #expect(corrected?.lastCheckIn == (try instant(now)))
  }

  @Test func `by a device is not invented when the clock is set back`() throws {
    // The kettle was heard at 20:00 of a clock a day ahead, which answered nothing.
    let heard = try watch(due: "2026-01-06T09:00:00Z", last: "2026-01-05T20:00:00Z")
    let corrected = SetBackRules.watch(
      heard, NotificationPreferences(), courtesy: 600, at: try instant("2026-01-04T20:00:00Z"))
    #expect(corrected?.deadline == (try instant("2026-01-05T09:00:00Z")))
  }
}
