import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `The page of a timeline` {
  private func sheet(
    _ state: TimelineFeature.State = Samples.timeline, zone: Zone = .utc
  ) -> String {
    TimelineSheet(state: state, zone: zone, send: .nowhere).rendered()
  }

  @Test func `entries stand in words, day by day`() {
    let page = sheet()
    for words in [
      "Alert ended", "By a check-in", "Bea Sommer is on it", "Message to Carl Okafor",
      "E-mail, Text message", "In the app only", "Check-in missed: alert",
      "Reason given: no answer in time", "Next attempt", "Tapped on the device",
      "A check-in every 1 day", "Carl Okafor became a responder",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(page.matches(of: /<h2 id="timeline-2026/).count == 3)
  }

  @Test func `the days are those of the person's own clocks`() throws {
    var state = TimelineFeature.State()
    // 23:30 and 22:30 UTC: one day in London, two in Berlin.
    let late = Date(milliseconds: 1_768_087_800_000)
    state.entries = [late, late - 3_600].enumerated().map { index, at in
      TimelineEntryData(sequence: Int64(2 - index), at: at, kind: .checkedIn)
    }
    #expect(sheet(state).matches(of: /<h2 id="timeline-2026/).count == 1)
    let berlin = try #require(Zone("Europe/Berlin"))
    #expect(sheet(state, zone: berlin).matches(of: /<h2 id="timeline-2026/).count == 2)
  }

  @Test func `an unknown kind is shown by its name, with its details`() {
    #expect(sheet().contains("seenByRadar"))
    #expect(sheet().contains("distance: 4 km"))
  }

  @Test func `text from others is escaped`() {
    var state = Samples.timeline
    state.entries[0].otherName = "<b>Eve</b>"
    state.entries[0].kind = .acknowledged
    state.entries[0].other = "5"
    #expect(sheet(state).contains("&lt;b&gt;Eve"))
  }

  @Test func `the sign says what was found, and nothing before`() {
    #expect(sheet().contains("Verified"))
    #expect(sheet().contains("41 entries, unbroken since"))
    let broken = sheet(Samples.brokenTimeline)
    #expect(broken.contains("Something was changed"))
    #expect(broken.contains("Entry 34"))
    #expect(!broken.contains("Verified"))
    let loading = sheet(Samples.loadingTimeline)
    #expect(loading.contains("Being examined"))
    #expect(!loading.contains("Verified"))
  }

  @Test func `it can be kept and printed`() {
    #expect(sheet().contains("href=\"/timeline/print?zone=UTC\""))
    #expect(sheet().contains("href=\"/timeline.json\""))
  }

  @Test func `only a downloaded copy is claimed to prove that nothing was changed`() {
    #expect(sheet().contains("Download a copy to prove later that nothing was changed."))
    #expect(!sheet().contains("Any change would show"))
    #expect(!sheet(Samples.loadingTimeline).contains("Download a copy"))
  }

  @Test func `in an alarm it stands on the contact's sheet`() throws {
    let page = Samples.page(try Samples.state("contact-alarm-timeline")).rendered()
    #expect(page.contains("What has happened"))
    #expect(page.contains("Message sent to Bea Sommer"))
    var state = ContactDetailsSheetViewFeature.State(contact: Samples.margaret)
    var over = Samples.alarmTimeline
    over.endedAt = Samples.now
    state.alarms = [over]
    let sheet = ContactDetailsPage(state: state, now: Samples.now, send: .nowhere).rendered()
    #expect(sheet.contains("The last alert"))
    #expect(sheet.contains("This alert is over since"))
  }

  @Test func `every kind has words of its own`() {
    let kinds: [TimelineKind] = [
      .checkedIn, .reminderSent, .deadlineMissed, .courtesyGranted, .paused, .resumed,
      .promiseChanged, .responderAdded, .responderRemoved, .travelStarted, .travelExtended,
      .travelOverdue, .travelArrived, .travelCancelled, .alarmRaised, .alarmEnded, .stepCalled,
      .chainExhausted, .acknowledged, .reached, .released, .offered, .told, .accepted, .shown,
      .opened,
      .sendingFailed, .nextChannelTried, .withdrawn, .possiblySentTwice,
      .thingHeard,
    ]
    let titles = kinds.map {
      TimelineWords(TimelineEntryData(sequence: 1, at: Samples.now, kind: $0)).title.english
    }
    #expect(Set(titles).count == kinds.count)
    #expect(zip(titles, kinds).allSatisfy { $0 != $1.rawValue })
  }
}
