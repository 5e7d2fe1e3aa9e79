import Foundation
import LifeSignalModel
import Testing

@Suite struct ZoneTests {
  /// Each against Python's `zoneinfo`.
  @Test(arguments: [
    // Ordinary days, and a zone with a quarter of an hour.
    ("UTC", "2026-01-01T12:00", "2026-01-01T12:00:00Z"),
    ("Asia/Kathmandu", "2026-06-01T08:00", "2026-06-01T02:15:00Z"),
    // The clocks skip it: the first instant after the gap.
    ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00:00Z"),
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00Z"),
    ("America/Santiago", "2026-09-06T00:30", "2026-09-06T04:00:00Z"),
    ("Africa/Casablanca", "2026-03-22T02:30", "2026-03-22T02:00:00Z"),
    // A whole day was skipped once.
    ("Pacific/Apia", "2011-12-30T08:00", "2011-12-30T10:00:00Z"),
    // The clocks show it twice: the first time.
    ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"),
    ("America/Santiago", "2026-04-04T23:30", "2026-04-05T02:30:00Z"),
    ("Africa/Casablanca", "2026-02-15T02:30", "2026-02-15T01:30:00Z"),
  ])
  func `a wall time is one instant`(zone: String, wall: String, instant: String) throws {
    let zone = try #require(Zone(zone))
    #expect(zone.instant(wall: wall) == (try Date(instant, strategy: .iso8601)))
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
    "Asia/Kathmandu", "Africa/Casablanca", "UTC",
  ])
  func `reading and writing the clock agree wherever the clocks show the time`(
    identifier: String
  ) throws {
    let zone = try #require(Zone(identifier))
    // Every seven hours and 41 minutes over two years: over all transitions.
    for step in 0..<2_280 {
      let instant = Date(timeIntervalSince1970: 1_767_225_600 + TimeInterval(step) * 27_660)
      let reading = zone.reading(at: instant)
      let back = zone.instant(of: reading.time, on: reading.date)
      // The second of two equal readings gives the first.
      #expect(back == instant || zone.reading(at: back) == reading, "\(instant)")
      #expect(back <= instant)
    }
  }

  @Test(arguments: ["", "Mars/Olympus", "EST", "GMT+1", "Europe/Berlin\n", "Europe/Bérlin"])
  func `an unknown place has no zone`(identifier: String) {
    #expect(Zone(identifier) == nil)
  }

  @Test(arguments: ["2026-02-29T10:00", "2026-13-01T10:00", "2026-01-01", "2026-01-01T25:00", ""])
  func `a text without day and time is refused`(text: String) {
    #expect(Zone.utc.instant(wall: text) == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thursday), ("2026-11-22", 20_779, .sunday),
    ("2024-02-29", 19_782, .thursday), ("1969-12-28", -4, .sunday),
    ("0001-01-01", -719_162, .monday),
  ])
  func `a day has a number and a weekday`(text: String, number: Int, weekday: Weekday) throws {
    let date = try #require(LocalDate(text))
    #expect(date.dayNumber == number)
    #expect(date.weekday == weekday)
    #expect(date.description == text)
    #expect(LocalDate(dayNumber: number) == date)
  }
}
