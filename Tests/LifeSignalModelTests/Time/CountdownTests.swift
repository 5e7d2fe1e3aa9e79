import Foundation
import LifeSignalModel
import Testing

@Suite struct CountdownTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (190_800.0, "2d 5h"), (86_400, "1d 0h"), (86_399, "23h 59m"), (19_380, "5h 23m"),
    (750, "12m 30s"), (60, "1m 0s"), (59.9, "59s"), (0, "0s"), (-0.1, "Overdue"),
    (-90_000, "Overdue"),
  ])
  func `the two highest units are shown, and overdue once it passed`(
    seconds: TimeInterval, text: String
  ) {
    #expect(Countdown.text(remaining: seconds).english == text)
  }

  @Test func `a deadline is counted from the given now`() {
    #expect(Countdown.text(until: now + 45, now: now).english == "45s")
  }

  @Test func `a card shows hours and minutes, lateness, or that there is no check-in`() {
    #expect(Countdown.card(until: now + 19_380, now: now).english == "5h 23m")
    #expect(Countdown.card(until: now + 180_000, now: now).english == "50h 0m")
    #expect(Countdown.card(until: now + 1_380, now: now).english == "23m")
    #expect(Countdown.card(until: now - 1, now: now).english == "Not responsive")
    #expect(Countdown.card(until: nil, now: now).english == "No check-in")
  }

  @Test(arguments: [
    (86_400.0, "1 day"), (604_800, "7 days"), (28_800, "8 hours"), (57_600, "16 hours"),
    (115_200, "32 hours"), (3_600, "1 hour"), (600, "10 minutes"), (60, "1 minute"),
    (90, "90 seconds"), (0, "0 minutes"),
  ])
  func `an interval is named in days, hours or minutes`(seconds: TimeInterval, text: String) {
    #expect(Countdown.interval(seconds).english == text)
  }
}
