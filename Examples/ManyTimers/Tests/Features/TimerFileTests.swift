import Foundation
import ManyTimersFeatures
import Testing

@Suite struct TimerFileTests {
  @Test(arguments: [180_000, 42_500, 1, 0])
  func `what is saved is what is opened`(milliseconds: Int) throws {
    let timer = LonelyTimer.State(
      name: "Tea “green” \u{1F375}", duration: .seconds(180),
      remaining: .milliseconds(milliseconds))
    let opened = try TimerFile(json: TimerFile(timer).json)
    #expect(opened == TimerFile(timer))
    #expect(opened.timer == timer)
  }

  @Test func `the format is version 1, in seconds`() throws {
    let json = #"{"version": 1, "name": "Tea", "duration": 180, "remaining": 42.5}"#
    let file = try TimerFile(json: Data(json.utf8))
    #expect(
      file.timer
        == LonelyTimer.State(
          name: "Tea", duration: .seconds(180), remaining: .milliseconds(42_500)))
    let written = String(decoding: file.json, as: UTF8.self).filter { !$0.isWhitespace }
    #expect(written == #"{"duration":180,"name":"Tea","remaining":42.5,"version":1}"#)
  }

  @Test(arguments: [
    "", "Tea", "[]", "{}", #"{"version": 1}"#, #"{"version": "1"}"#,
    #"{"version": 1, "name": "Tea", "duration": 0, "remaining": 0}"#,
    #"{"version": 1, "name": "Tea", "duration": -1, "remaining": 0}"#,
    #"{"version": 1, "name": "Tea", "duration": 1e300, "remaining": 0}"#,
    #"{"version": 1, "name": "Tea", "duration": 360000, "remaining": 0}"#,
    #"{"version": 1, "name": "Tea", "duration": 180, "remaining": 181}"#,
    #"{"version": 1, "name": "Tea", "duration": 180, "remaining": -1}"#,
    #"{"version": 1, "name": 7, "duration": 180, "remaining": 1}"#,
  ])
  func `what is no timer document is refused`(json: String) {
    #expect(throws: TimerFileProblem.malformed) { try TimerFile(json: Data(json.utf8)) }
  }

  @Test func `another version is named`() {
    #expect(throws: TimerFileProblem.otherVersion(2)) {
      try TimerFile(json: Data(#"{"version": 2, "seconds": [1]}"#.utf8))
    }
  }
}
