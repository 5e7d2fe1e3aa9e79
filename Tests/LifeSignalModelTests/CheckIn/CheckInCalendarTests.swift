import Foundation
import LifeSignalModel
import Testing

/// `Cast.start` is Monday, 5 January 2026, 08:00 UTC.
@Suite struct CheckInCalendarTests {
  private func calendar(
    zone: String = "UTC", checkIns: [TimeInterval] = [], missed: [TimeInterval] = [],
    pauses: [(TimeInterval, TimeInterval)] = []
  ) throws -> CheckInCalendar {
    CheckInCalendar(
      now: Cast.start, zone: try #require(Zone(zone)), checkIns: checkIns.map { Cast.start + $0 },
      missed: missed.map { Cast.start + $0 },
      pauses: pauses.map {
        PauseRecord(person: "1", startedAt: Cast.start + $0.0, until: Cast.start + $0.1)
      })
  }

  private func status(_ calendar: CheckInCalendar, _ date: String) -> CheckInDay.Status? {
    calendar.days.first { $0.date.description == date }?.status
  }

  @Test func `five whole weeks, Monday first, this one last`() throws {
    let calendar = try calendar()
    #expect(calendar.days.count == 35)
    #expect(calendar.days.first?.date.description == "2025-12-08")
    #expect(calendar.days.last?.date.description == "2026-01-11")
    #expect(calendar.days.first?.date.weekday == .monday)
    #expect(status(calendar, "2026-01-05") == CheckInDay.Status.none)
    #expect(status(calendar, "2026-01-06") == .future)
  }

  @Test func `missed before checked in before paused before nothing`() throws {
    let day: TimeInterval = 86_400
    let calendar = try calendar(
      checkIns: [0, -60, -day, -2 * day], missed: [-day], pauses: [(-4 * day, -2 * day)])
    #expect(status(calendar, "2026-01-05") == .checkedIn)
    #expect(calendar.days.first { $0.date.description == "2026-01-05" }?.checkIns == 2)
    #expect(status(calendar, "2026-01-04") == .missed)
    #expect(status(calendar, "2026-01-03") == .checkedIn)
    #expect(status(calendar, "2026-01-02") == .paused)
    #expect(status(calendar, "2026-01-01") == .paused)
    #expect(status(calendar, "2025-12-31") == CheckInDay.Status.none)
  }

  @Test func `a pause that goes on colours no day to come`() throws {
    let calendar = try calendar(pauses: [(-60, 864_000)])
    #expect(status(calendar, "2026-01-05") == .paused)
    #expect(status(calendar, "2026-01-06") == .future)
  }

  @Test func `a day is a day of the zone`() throws {
    // 08:00 UTC less nine hours: still Sunday in Los Angeles, Monday in Berlin.
    let checkIns: [TimeInterval] = [-600 * 60 + 7_200]
    let west = try calendar(zone: "America/Los_Angeles", checkIns: checkIns)
    #expect(status(west, "2026-01-04") == .checkedIn)
    let east = try calendar(zone: "Europe/Berlin", checkIns: checkIns)
    #expect(status(east, "2026-01-05") == .checkedIn)
  }
}
