import Foundation
import LifeSignalModel
import Testing

@Suite struct RelativeTimeTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (-30.0, "Just now", "just now", "just now"), (59, "Just now", "just now", "just now"),
    (60, "1 minute ago", "1m ago", "a minute ago"),
    (300, "5 minutes ago", "5m ago", "5 minutes ago"),
    (3_600, "1 hour ago", "1h ago", "an hour ago"),
    (86_399, "23 hours ago", "23h ago", "23 hours ago"),
    (86_400, "Yesterday", "1d ago", "yesterday"), (172_799, "Yesterday", "1d ago", "yesterday"),
    (172_800, "2 days ago", "2d ago", "2 days ago"),
  ])
  func `an age reads well on sheets, in lists and in sentences`(
    seconds: TimeInterval, sheet: String, short: String, sentence: String
  ) {
    let date = now - seconds
    #expect(RelativeTime.sheet(date, now: now).english == sheet)
    #expect(RelativeTime.short(date, now: now).english == short)
    #expect(RelativeTime.sentence(date, now: now).english == sentence)
  }
}
