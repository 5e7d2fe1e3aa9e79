import Foundation
import LifeSignalModel
import Testing

@Suite struct CheckInSettingsTests {
  @Test(arguments: [
    (7_200.0, 28_800.0, 7_200.0), (7_200, 7_200, 1_800), (7_200, 3_600, 1_800),
    (1_800, 3_600, 1_800), (7_200, 1_800, 0), (0, 28_800, 0),
  ])
  func `a reminder is lowered to the longest below the interval`(
    reminder: TimeInterval, interval: TimeInterval, result: TimeInterval
  ) {
    #expect(CheckInSettings.reminder(reminder, below: interval) == result)
  }

  @Test func `every offered value is an allowed one`() {
    #expect(CheckInSettings.offeredIntervals.allSatisfy(CheckInSettings.intervals.contains))
    #expect(CheckInSettings.offeredGracePeriods.allSatisfy(CheckInSettings.gracePeriods.contains))
    #expect(CheckInSettings.offeredIntervals.count == 12)
    #expect(CheckInSettings.offeredIntervals.first == 3_600)
  }

  @Test func `a reminder's name holds its deadline and its lead`() {
    let deadline = Date(timeIntervalSince1970: 1_700_000_000.9)
    #expect(
      CheckInReminder.thirtyMinutes.identifier(expiration: deadline)
        == "checkInReminder-1700000000-30")
    #expect(
      CheckInReminder.twoHours.identifier(expiration: deadline)
        == "checkInReminder-1700000000-120")
    #expect(CheckInReminder.twoHours.lead == 7_200)
  }
}
