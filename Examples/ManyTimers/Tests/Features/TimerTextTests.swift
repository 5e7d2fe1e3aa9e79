import ManyTimersFeatures
import Testing

@Suite struct TimerTextTests {
  @Test(arguments: [
    ("3", 180), ("2:30", 150), ("0:07", 7), ("90:00", 5_400), ("1:02:03", 3_723),
    ("99:59:59", 359_999),
  ])
  func `a time is read`(text: String, seconds: Int) {
    #expect(Duration(timerText: text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "0", "0:00", "-3", "+3", "3:", ":30", "2:5", "2:60", "1:60:00", "1:2:03", "1:00:00:00",
    "100:00:00", "3 m", "٣", "1e3", "99999",
  ])
  func `what is no time is refused`(text: String) {
    #expect(Duration(timerText: text) == nil)
  }

  @Test(arguments: [
    (0, "0:00"), (7_000, "0:07"), (6_001, "0:07"), (59_999, "1:00"), (3_599_000, "59:59"),
    (3_723_000, "1:02:03"), (-5_000, "0:00"),
  ])
  func `a begun second counts`(milliseconds: Int, text: String) {
    #expect(Duration.milliseconds(milliseconds).timerText == text)
  }

  @Test func `a request has the time last and may have no name`() throws {
    let tea = try TimerRequest(line: " Green  tea 2:30 ").timer()
    #expect(tea == LonelyTimer.State(name: "Green tea", duration: .seconds(150)))
    #expect(try TimerRequest(line: "5").timer().name == "Timer")
    #expect(throws: TimerRequest.Refusal.noTime("")) { try TimerRequest(line: "").timer() }
    #expect(throws: TimerRequest.Refusal.noTime("tea")) { try TimerRequest(line: "tea").timer() }
    #expect(throws: TimerRequest.Refusal.longName) {
      try TimerRequest(name: String(repeating: "a", count: 41), time: "1").timer()
    }
  }
}
