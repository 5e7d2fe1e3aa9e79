import Foundation
import LifeSignalModel
import Testing

@Suite struct CheckInPlanTests {
  private func times(
    _ times: [String], days: [Weekday] = Weekday.allCases, zone: String = "UTC"
  ) throws -> CheckInTimes {
    CheckInTimes(
      times: try times.map { try #require(TimeOfDay($0)) }, days: days,
      zone: try #require(Zone(zone)))
  }

  private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// Monday, 5 January 2026, is the day of the table; times are 08:00 and 20:00 of every day.
  @Test(arguments: [
    // Well before: the coming time is still to be answered.
    ("2026-01-05T05:59:59Z", "2026-01-05T08:00:00Z"),
    // Within two hours before it: the one after it.
    ("2026-01-05T06:00:00Z", "2026-01-05T20:00:00Z"),
    ("2026-01-05T07:59:59Z", "2026-01-05T20:00:00Z"),
    // On the dot and late: the next.
    ("2026-01-05T08:00:00Z", "2026-01-05T20:00:00Z"),
    ("2026-01-05T08:40:00Z", "2026-01-05T20:00:00Z"),
    ("2026-01-05T18:00:00Z", "2026-01-06T08:00:00Z"),
  ])
  func `a check-in counts for the next time when made shortly before it`(
    checkIn: String, deadline: String
  ) throws {
    let plan = CheckInPlan.times(try times(["08:00", "20:00"]))
    #expect(plan.deadline(after: try instant(checkIn)) == (try instant(deadline)))
  }

  @Test(arguments: [
    ("2026-01-05T08:29:59Z", "2026-01-05T09:00:00Z"),
    ("2026-01-05T08:30:00Z", "2026-01-06T08:00:00Z"),
    ("2026-01-05T06:30:00Z", "2026-01-05T09:00:00Z"),
  ])
  func `one check-in never counts for two times that are close`(
    checkIn: String, deadline: String
  ) throws {
    let plan = CheckInPlan.times(try times(["08:00", "09:00"]))
    #expect(plan.deadline(after: try instant(checkIn)) == (try instant(deadline)))
  }

  @Test func `only the chosen days count`() throws {
    let weekdays = try times(["08:00"], days: [.friday, .monday])
    #expect(
      weekdays.first(after: try instant("2026-01-05T08:00:00Z"))
        == (try instant("2026-01-09T08:00:00Z")))
    #expect(
      weekdays.first(after: try instant("2026-01-09T12:00:00Z"))
        == (try instant("2026-01-12T08:00:00Z")))
    #expect(
      weekdays.last(notAfter: try instant("2026-01-08T00:00:00Z"))
        == (try instant("2026-01-05T08:00:00Z")))
    let sundays = try times(["23:59"], days: [.sunday], zone: "Asia/Kathmandu")
    #expect(
      sundays.first(after: try instant("2026-01-05T00:00:00Z"))
        == (try instant("2026-01-11T18:14:00Z")))
  }

  @Test(arguments: [
    // Two times fall into the gap: one instant.
    (
      ["02:15", "02:45"], "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z",
      "2026-03-30T00:15:00Z"
    ),
    // Shown twice, asked once.
    (
      ["02:30"], "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00Z"
    ),
    (
      ["01:45"], "Australia/Lord_Howe", "2026-04-04T12:00:00Z", "2026-04-04T14:45:00Z",
      "2026-04-05T15:15:00Z"
    ),
    (
      ["00:30"], "America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06T04:00:00Z",
      "2026-09-07T03:30:00Z"
    ),
  ])
  func `a night of changing clocks asks once`(
    texts: [String], zone: String, before: String, first: String, second: String
  ) throws {
    let plan = try times(texts, zone: zone)
    let found = try #require(plan.first(after: try instant(before)))
    #expect(found == (try instant(first)))
    #expect(plan.first(after: found) == (try instant(second)))
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
    "Asia/Kathmandu", "Africa/Casablanca", "UTC",
  ])
  func `over a year every day asks at every time, in order and without a hole`(
    zone: String
  ) throws {
    let plan = try times(["00:30", "02:30", "12:00", "23:45"], zone: zone)
    let start = try instant("2026-01-01T00:00:00Z")
    var instant = start
    var count = 0
    while let next = plan.first(after: instant), next < start + 365 * 86_400 {
      #expect(next > instant)
      #expect(plan.last(notAfter: next) == next)
      #expect(plan.last(notAfter: next - 1).map { $0 <= instant } ?? false || count == 0)
      #expect(plan.deadline(after: next).map { $0 > next } == true)
      instant = next
      count += 1
    }
    #expect(abs(count - 365 * 4) <= 4)
  }

  @Test func `an invalid plan is refused by name`() throws {
    let good = try times(["08:00"])
    func plan(_ change: (inout CheckInTimes) -> Void) -> CheckInPlan {
      var copy = good
      change(&copy)
      return .times(copy)
    }
    #expect(throws: Refusal.noCheckInTimes) { try plan { $0.times = [] }.validated() }
    #expect(throws: Refusal.duplicateCheckInTime) {
      try plan { $0.times += $0.times }.validated()
    }
    #expect(throws: Refusal.tooManyCheckInTimes) {
      try plan { $0.times = (0..<13).compactMap { TimeOfDay(minutes: $0 * 60) } }.validated()
    }
    #expect(throws: Refusal.noCheckInDays) { try plan { $0.days = [] }.validated() }
    #expect(throws: Refusal.invalidInterval) { try CheckInPlan.interval(60).validated() }
    let unordered = plan { $0.days = [.friday, .monday] }
    #expect(try unordered.validated().times?.days == [.monday, .friday])
  }
}
