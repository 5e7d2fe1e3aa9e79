import Foundation
import LifeSignalModel
import Testing

@Suite struct `Quiet hours` {
  private static let berlin = Zone("Europe/Berlin")!

  private func hours(_ from: Int, _ until: Int, _ zone: Zone = berlin) -> QuietHours {
    QuietHours(
      from: TimeOfDay(minutes: from)!, until: TimeOfDay(minutes: until)!, zone: zone)
  }

  private func end(_ hours: QuietHours, _ wall: String) throws -> String? {
    let instant = try #require(hours.zone.instant(wall: wall))
    return hours.end(at: instant).map { hours.zone.wall(at: $0) }
  }

  @Test(arguments: [
    ("2026-01-10T21:59", nil), ("2026-01-10T22:00", "2026-01-11T07:00"),
    ("2026-01-11T00:00", "2026-01-11T07:00"), ("2026-01-11T06:59", "2026-01-11T07:00"),
    ("2026-01-11T07:00", nil), ("2026-01-11T12:00", nil),
  ])
  func `cross midnight`(wall: String, expected: String?) throws {
    #expect(try end(hours(22 * 60, 7 * 60), wall) == expected)
  }

  @Test(arguments: [
    ("2026-01-10T12:59", nil), ("2026-01-10T13:00", "2026-01-10T15:00"),
    ("2026-01-10T15:00", nil),
  ])
  func `lie within a day`(wall: String, expected: String?) throws {
    #expect(try end(hours(13 * 60, 15 * 60), wall) == expected)
  }

  @Test func `an end the clocks skip is the first instant after the gap`() throws {
    #expect(try end(hours(22 * 60, 150), "2026-03-29T01:30") == "2026-03-29T03:00")
  }

  @Test func `an end the clocks show twice is the first one`() throws {
    let hours = hours(22 * 60, 150)
    let start = try #require(Self.berlin.instant(wall: "2026-10-25T01:00"))
    #expect(hours.end(at: start) == start + 5_400)
  }

  @Test func `none are empty, or longer than sixteen hours`() {
    #expect(!hours(60, 60).isValid)
    #expect(!hours(0, 16 * 60 + 1).isValid)
    #expect(hours(22 * 60, 14 * 60).isValid)
  }

  @Test func `the end is always ahead, not quiet itself, and within the day`() {
    var random = SplitMix(seed: 11)
    let zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
      .compactMap { Zone($0) }
    #expect(zones.count == 4)
    for _ in 0..<20_000 {
      let hours = QuietHours(
        from: TimeOfDay(minutes: random.below(1_440))!,
        until: TimeOfDay(minutes: random.below(1_440))!, zone: zones[random.below(zones.count)])
      guard hours.isValid else { continue }
      let now = Cast.start + TimeInterval(random.below(63_072_000))
      guard let end = hours.end(at: now) else { continue }
      #expect(end > now && end <= now + 18 * 3_600)
      #expect(hours.end(at: end) == nil)
    }
  }
}

/// Numbers that are the same in every run.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
