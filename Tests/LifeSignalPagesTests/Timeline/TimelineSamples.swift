import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  private static func entry(
    _ sequence: Int64, _ minutes: Double, _ kind: TimelineKind, with other: ContactData? = nil,
    name: String? = nil, _ details: (inout TimelineDetails) -> Void = { _ in }
  ) -> TimelineEntryData {
    TimelineEntryData(
      sequence: sequence, at: ago(minutes), kind: kind, other: other?.id,
      otherName: name ?? other?.name, details: TimelineDetails(details),
      previousHash: String(repeating: "a", count: 64), hash: String(repeating: "b", count: 64))
  }

  /// Every kind of entry: an alert today, the day before, and a kind that is not known yet.
  static var timelineEntries: [TimelineEntryData] {
    let day: Double = 1_440
    return [
      entry(41, 3, .alarmEnded) { $0.endReason = .checkedIn },
      entry(40, 3, .checkedIn) { $0.source = .manual },
      entry(39, 5, .acknowledged, with: bea),
      entry(38, 8, .sendingFailed, with: carl) {
        $0.channel = .sms
        $0.reason = "no answer in time"
        $0.until = ago(6)
      },
      entry(37, 9, .accepted, with: bea) { $0.channel = .sms },
      entry(36, 10, .told, with: carl) {
        $0.notice = .dependentNonResponsive
        $0.channels = [.sms, ChannelKind(rawValue: "email")]
      },
      entry(35, 10, .told, with: bea) { $0.notice = .dependentNonResponsive },
      entry(34, 10, .deadlineMissed) { $0.deadline = ago(20) },
      entry(33, 20, .reminderSent) {
        $0.notice = .checkInExpired
        $0.channels = [.sms]
      },
      entry(32, day + 60, .checkedIn) {
        $0.source = .manual
        $0.madeAt = ago(day + 75)
      },
      entry(31, day + 90, .courtesyGranted) {
        $0.outageFrom = ago(day + 180)
        $0.outageUntil = ago(day + 100)
        $0.until = ago(day + 80)
      },
      entry(30, day + 300, .promiseChanged) { $0.setting = .interval(86_400) },
      entry(29, day + 310, .paused) { $0.until = ago(day + 305) },
      entry(28, day + 400, TimelineKind(rawValue: "seenByRadar")) { $0["distance"] = "4 km" },
      entry(27, 2 * day + 200, .responderAdded, with: carl),
    ]
  }

  static var timeline: TimelineFeature.State {
    var state = TimelineFeature.State()
    state.entries = timelineEntries
    state.hasMore = true
    state.hasLoaded = true
    state.verdict = TimelineVerdict(
      person: user.id, count: 41, since: ago(40 * 1_440),
      headHash: String(repeating: "b", count: 64))
    return state
  }

  static var brokenTimeline: TimelineFeature.State {
    var state = timeline
    state.hasMore = false
    state.verdict = TimelineVerdict(
      person: user.id, count: 33, firstBreak: .init(sequence: 34, fault: .hash))
    return state
  }

  static var loadingTimeline: TimelineFeature.State {
    var state = TimelineFeature.State()
    state.isLoading = true
    state.isVerifying = true
    return state
  }

  static var alarmTimeline: AlarmTimeline {
    AlarmTimeline(
      id: "9001", person: margaret.id, kind: .manual, startedAt: ago(2),
      entries: [
        entry(61, 2, .alarmRaised),
        entry(62, 2, .told, with: bea) {
          $0.notice = .dependentAlertActivated
          $0.channels = [.sms]
        },
        entry(63, 2, .told, with: carl) { $0.notice = .dependentAlertActivated },
        entry(64, 1, .accepted, with: bea) { $0.channel = .sms },
      ])
  }
}
