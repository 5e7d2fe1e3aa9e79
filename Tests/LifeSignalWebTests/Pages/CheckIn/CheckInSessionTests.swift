import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Checking in at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func page() async throws -> (Person.ID, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-check-in")
    try await tab.shows("check-in-form")
    return (id, tab)
  }

  @Test func `a check-in is stored and restarts the countdown`() async throws {
    let (id, tab) = try await page()
    web.house.clock.advance(by: 3_600)
    try tab.submit("check-in-form")
    let now = web.house.clock.now
    let user = try await web.user(id) { $0.lastCheckedIn == now }
    #expect(user.deadline == now + 86_400)
    #expect(try await web.engine.checkIns(of: id).count == 2)
    try await tab.waits {
      $0.element(id: "check-in-key")?["value"] == "\(id)-\(now.milliseconds)"
    }
  }

  @Test func `a check-in that was not stored says so and is tried again`() async throws {
    let (id, tab) = try await page()
    web.house.clock.advance(by: 3_600)
    try await web.withoutLedger {
      try tab.submit("check-in-form")
      try await tab.shows("app-error-retry")
    }
    #expect(tab.page.text.contains(Saying.serverProblem))
    #expect(try await web.engine.checkIns(of: id).count == 1)
    try await tab.press("app-error-retry")
    let now = web.house.clock.now
    try await web.user(id) { $0.lastCheckedIn == now }
  }

  @Test func `four taps raise the alert; one that was not sent is said loudly`() async throws {
    let (id, tab) = try await page()
    try await web.withoutLedger {
      for _ in 1...4 { try tab.click("alert-button") }
      try await tab.waits(for: "No one has been contacted")
    }
    #expect(try await !web.engine.user(id).manualAlertActive)
    try await tab.press("alarm-failure-ok")
    try await tab.hides("alarm-failure")
    for _ in 1...4 { try tab.click("alert-button") }
    try await tab.waits(for: "Alert is active")
    #expect(try await web.engine.user(id).manualAlertActive)
    // Ended on another device: this page hears of it.
    try await web.engine.perform(DeactivateAlert(), by: .person(id))
    try await tab.hides("alert-end")
  }

  @Test func `a plan without a time is refused, one with times is stored`() async throws {
    let (id, tab) = try await page()
    try await tab.press("change-plan")
    try await tab.press("plan-kind-times")
    try await tab.press("plan-remove-540")
    try await tab.hides("plan-remove-540")
    try await tab.press("plan-save")
    try await tab.waits(for: "Choose at least one time of day.")
    #expect(try await web.engine.user(id).checkInTimes == nil)
    try tab.change("plan-time", to: "08:30")
    try await tab.press("plan-add")
    try await tab.press("plan-workdays")
    try tab.change("plan-zone", to: "Europe/Berlin")
    try await tab.shows("plan-remove-510")
    try await tab.press("plan-save")
    try await tab.hides("plan-sheet")
    let plan = try #require(await web.user(id) { $0.checkInTimes != nil }.checkInTimes)
    #expect(plan.times.map(\.description) == ["08:30"])
    #expect(plan.days == [.monday, .tuesday, .wednesday, .thursday, .friday])
    #expect(plan.zone.identifier == "Europe/Berlin")
  }

  @Test func `interval, reminder and grace period are chosen together and stored`() async throws {
    let (id, tab) = try await page()
    try await tab.press("change-plan")
    try await tab.press("plan-unit-hours")
    try await tab.press("plan-value-8")
    try await tab.shows("plan-value-8", on: true)
    try await tab.press("plan-reminder-1800")
    try await tab.press("plan-grace-1800")
    try await tab.shows("plan-reminder-1800", on: true)
    try await tab.shows("plan-grace-1800", on: true)
    try await tab.press("plan-save")
    try await tab.hides("plan-sheet")
    try await web.user(id) {
      $0.checkInInterval == 28_800 && $0.preferences.reminderInterval == 1_800
        && $0.gracePeriod == 1_800
    }
  }

  @Test func `the first steps follow what the person does, and go when all are done`() async throws
  {
    let (id, tab) = try await page()
    try await tab.shows("checklist-ask-open")
    try await tab.press("checklist-plan-open")
    try await tab.press("plan-save")
    try await tab.waits(for: "You check in once a day")
    let friend = try await web.house.member("+12125550109", name: "Dana")
    try await web.relate(id, to: friend)
    // The number a person signs in with is verified, and text messages go there.
    try await tab.hides("checklist")
  }

  @Test func `a pause begins and ends, and not while the alert is on`() async throws {
    let (id, tab) = try await page()
    try await tab.press("pause")
    try await tab.press("pause-86400")
    try await tab.press("pause-save")
    try await tab.shows("paused")
    #expect(try await web.engine.user(id).pausedUntil == web.house.clock.now + 86_400)
    try await tab.press("resume")
    try await tab.hides("paused")
    #expect(try await web.engine.user(id).pausedUntil == nil)

    try await web.engine.perform(ActivateAlert(), by: .person(id))
    try await tab.press("pause")
    try await tab.press("pause-save")
    try await tab.waits(for: "Your alert is on. Please end it first.")
    #expect(try await web.engine.user(id).pausedUntil == nil)
  }

  @Test func `the history is read when it is opened, and says when it cannot be`() async throws {
    let (_, tab) = try await page()
    try await web.withoutLedger(reading: true) {
      try await tab.press("history")
      try await tab.waits(for: Saying.serverProblem)
    }
    try await tab.press("check-in-error-ok")
    try await tab.press("history-close")
    try await tab.hides("history-sheet")
    try await tab.press("history")
    try await tab.shows("calendar-days")
    #expect(tab.page.text.contains("Checked in on 1 day"))
  }
}
