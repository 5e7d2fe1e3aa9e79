import Foundation
import LifeSignalModel
import Testing

/// `Cast.start` is Monday, 5 January 2026, 08:00 UTC: the last check-in.
@Suite struct SetPlanTests {
  private let evening = CheckInTimes(
    times: [TimeOfDay("20:00")!, TimeOfDay("09:00")!], zone: .utc)

  private func set(
    _ plan: CheckInPlan, _ watch: Watch = Cast.watch(), at seconds: TimeInterval
  ) throws -> Watch? {
    try CheckInSettingsRules.setPlan(
      Cast.facts(watch), plan, moment: Cast.moment(seconds)
    ).watch
  }

  @Test func `times begin with the change, less the one already answered`() throws {
    // The check-in at 08:00 counts for 09:00.
    #expect(try set(.times(evening), at: 60)?.deadline == Cast.start + 12 * 3_600)
    // At 21:00 the evening is over.
    #expect(try set(.times(evening), at: 13 * 3_600)?.deadline == Cast.start + 25 * 3_600)
    let watch = try #require(try set(.times(evening), at: 60))
    #expect(watch.gen == 2)
    #expect(watch.stage == .twoHourReminder)
    #expect(watch.nextFireAt == Cast.start + 10 * 3_600)
  }

  @Test func `a check-in goes on by the plan`() throws {
    let watch = try #require(try set(.times(evening), at: 60))
    let decision = CheckInRules.checkIn(
      Cast.facts(watch), clientKey: nil, at: nil, moment: Cast.moment(12 * 3_600 + 5))
    #expect(decision.watch?.deadline == Cast.start + 25 * 3_600)
  }

  @Test func `back to an interval that has run out counts from the change`() throws {
    var watch = try #require(try set(.times(evening), at: 60))
    watch.lastCheckIn = Cast.start - 40 * 3_600
    let back = try #require(try set(.interval(28_800), watch, at: 3_600))
    #expect(back.times == nil)
    #expect(back.deadline == Cast.start + 3_600 + 28_800)
    #expect(back.resumedAt == Cast.start + 3_600)
  }

  @Test func `a time that has passed is not moved away in its grace`() throws {
    let watch = try #require(try set(.times(evening), at: 60))
    #expect(throws: Refusal.checkInFirst) {
      try set(.interval(86_400), watch, at: 12 * 3_600 + 60)
    }
    #expect(throws: Refusal.checkInFirst) {
      try set(.times(evening), Cast.watch(), at: 86_400 + 60)
    }
  }

  @Test func `the same plan again changes nothing`() throws {
    let watch = try #require(try set(.times(evening), at: 60))
    let again = try CheckInSettingsRules.setPlan(
      Cast.facts(watch), .times(evening), moment: Cast.moment(120))
    #expect(again.watch == watch)
  }
}
