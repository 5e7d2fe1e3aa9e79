import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A timeline at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `it grows while it is open, is examined, and says what cannot be read`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-timeline")
    try await tab.waits(for: "Checked in automatically")
    try await tab.waits(for: "Verified")
    try await web.engine.perform(SetGracePeriod(seconds: 0), by: .person(id))
    try await tab.waits(for: "No grace period")
    try await web.withoutLedger(reading: true) {
      try await tab.press("timeline-refresh")
      try await tab.shows("timeline-error")
    }
    #expect(tab.page.text.contains("No grace period"))
    try await tab.press("timeline-error-ok")
    try await tab.press("timeline-refresh")
    try await tab.waits(for: "Verified")
    try await tab.press("timeline-done")
    try await tab.hides("timeline-sheet")
  }

  @Test func `it opens from the page about who sees what`() async throws {
    let (_, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-privacy")
    try await tab.press("privacy-timeline")
    try await tab.shows("timeline-sheet")
    try await tab.hides("privacy-sheet")
  }

  @Test func `a responder follows an alarm in the person's sheet`() async throws {
    let (id, _) = try await web.member()
    let (bea, watcher) = try await web.member("Bea", 2)
    try await web.relate(id, to: bea)
    try await watcher.press("tab-dependents")
    try await watcher.press("dependent-\(id)-open")
    try await watcher.shows("contact-sheet")
    #expect(!watcher.page.text.contains("What has happened"))
    try await web.engine.perform(ActivateAlert(), by: .person(id))
    try await watcher.waits(for: "What has happened")
    try await watcher.waits(for: "Message to Bea Hale")
    try await web.engine.perform(DeactivateAlert(), by: .person(id))
    try await watcher.waits(for: "The last alert")
  }
}
