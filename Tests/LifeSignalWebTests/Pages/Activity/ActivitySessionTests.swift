import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Looks and pings at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a look is listed, and what cannot be read says so`() async throws {
    let (id, tab) = try await web.member()
    let (bea, watcher) = try await web.member("Bea", 2)
    try await web.relate(id, to: bea)
    try await watcher.press("tab-dependents")
    try await watcher.press("dependent-\(id)-open")
    try await watcher.shows("contact-sheet")
    try await web.stored(id) {
      try await $0.activity(of: id).entries
    } becomes: {
      $0.count == 1
    }

    try await tab.press("tab-profile")
    try await tab.press("open-activity")
    try await tab.waits(for: "Bea Hale viewed your page")
    try await web.engine.perform(PingDependent(dependent: id), by: .person(bea))
    try await web.withoutLedger(reading: true) {
      try await tab.press("activity-refresh")
      try await tab.shows("activity-error")
    }
    #expect(tab.page.text.contains("Bea Hale viewed your page"))
    try await tab.press("activity-error-ok")
    try await tab.press("activity-refresh")
    try await tab.waits(for: "Bea Hale pinged you")
    try await tab.press("activity-done")
    try await tab.hides("activity-sheet")
  }
}
