import Foundation
import LifeSignalModel
import Testing

@Suite struct TimelineEncodingTests {
  private let entry = TimelineEntry(
    person: "7", sequence: 12, at: Date(milliseconds: 1_767_600_000_123), kind: .told,
    alert: "55", other: "8",
    details: TimelineDetails {
      $0.notice = .dependentNonResponsive
      $0.channels = [ChannelKind(rawValue: "sms"), ChannelKind(rawValue: "email")]
    }, previousHash: TimelineChain.genesis)

  @Test func `version 1 is the text that is written down`() {
    #expect(
      String(decoding: entry.encoding, as: UTF8.self) == """
        lifesignal-timeline 1
        person 7
        sequence 12
        at 1767600000123
        kind told
        alert 55
        other 8
        .channels email sms
        .notice dependentNonResponsive

        """)
  }

  @Test func `every part of an entry is part of the text`() {
    var others: [TimelineEntry] = []
    func change(_ body: (inout TimelineEntry) -> Void) {
      var copy = entry
      body(&copy)
      others.append(copy)
    }
    change { $0.person = "9" }
    change { $0.sequence = 13 }
    change { $0.at += 0.001 }
    change { $0.kind = .accepted }
    change { $0.alert = nil }
    change { $0.alert = "56" }
    change { $0.other = nil }
    change { $0.details["notice"] = "x" }
    change { $0.details["more"] = "" }
    // Neither can pass for the other by what stands in it.
    change { $0.kind = TimelineKind(rawValue: "told\nalert 55") }
    change { $0.details["channels"] = "email sms\n.notice dependentNonResponsive" }
    #expect(Set(others.map(\.encoding) + [entry.encoding]).count == others.count + 1)
  }

  @Test(arguments: [
    [:], ["a": ""], ["a": "b c", "b": "line\nfeed\r\nand \\n"], ["z": "\\", "ä": "é"],
  ])
  func `details come back from their text`(fields: [String: String]) {
    let details = TimelineDetails(fields)
    #expect(TimelineDetails(text: details.text) == details)
  }

  @Test func `names stand in the order of their bytes`() {
    let details = TimelineDetails(["b": "2", "a": "1", "B": "3"])
    #expect(details.text == ".B 3\n.a 1\n.b 2\n")
  }

  @Test func `typed details read what they wrote, and nothing from nonsense`() throws {
    let times = CheckInTimes(
      times: [480, 1_200].compactMap(TimeOfDay.init(minutes:)), days: [.monday, .friday],
      zone: try #require(Zone("Europe/Berlin")))
    for setting: PromiseSetting in [
      .interval(86_400), .grace(0), .reminder(7_200), .reminders([480, 15]), .times(times),
    ] {
      #expect(TimelineDetails { $0.setting = setting }.setting == setting)
    }
    let now = Date(milliseconds: 1_767_600_000_123)
    let details = TimelineDetails {
      $0.until = now
      $0.step = 2
      $0.endReason = .arrived
      $0.channels = []
    }
    #expect(details.until == now)
    #expect(details.step == 2)
    #expect(details.endReason == .arrived)
    #expect(details.channels == [])
    let strange = TimelineDetails([
      "until": "soon", "step": "one", "setting": "moon", "value": "1", "notice": "unheardOf",
    ])
    let reminders = TimelineDetails(["setting": "reminders", "value": "480,soon"])
    #expect(reminders.setting == nil)
    #expect(strange.until == nil)
    #expect(strange.step == nil)
    #expect(strange.setting == nil)
    #expect(strange.notice == nil)
  }
}
