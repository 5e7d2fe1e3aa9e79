import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A new person's first two steps at an open page` {
  private let web: TestWeb
  private let number = "+12125550109"

  init() throws { web = try TestWeb() }

  private func newcomer() async throws -> (Person.ID, Tab) {
    let (session, token) = try await web.house.browser(number)
    let id = try #require(session.identity.person)
    return (id, try Tab(await web.page(of: "lifesignal=\(token.text)")))
  }

  @Test func `name and note are stored, and the first check-in begins the countdown`() async throws
  {
    let (id, tab) = try await newcomer()
    try tab.type("Ada", into: "first-name")
    try tab.submit("onboarding-names")
    try await tab.waits(for: "First name and last name are required.")
    try await tab.press("onboarding-error-ok")
    try tab.type("Lovelace", into: "last-name")
    try tab.submit("onboarding-names")
    try await tab.shows("emergency-note")
    try tab.type("Penicillin", into: "emergency-note")
    try tab.submit("onboarding-note")
    try await tab.press("instructions-done")
    try await tab.shows("page-check-in")
    let user = try await web.engine.user(id)
    #expect(user.firstName == "Ada" && user.lastName == "Lovelace")
    #expect(user.emergencyNote == "Penicillin")
    #expect(user.profileComplete && user.lastCheckedIn == nil && user.deadline == nil)
    try await tab.press("tab-check-in")
    try await tab.waits(for: "watches over you")
    #expect(tab.page.text.contains("Starts your countdown"))
    try tab.submit("check-in-form")
    try await tab.shows("countdown")
    #expect(try await web.engine.user(id).deadline != nil)
  }

  @Test func `an entry that could not be stored stays on the page to be sent again`() async throws {
    let (id, tab) = try await newcomer()
    try tab.type("Ada", into: "first-name")
    try tab.type("Lovelace", into: "last-name")
    try tab.submit("onboarding-names")
    try await tab.shows("emergency-note")
    try await web.withoutLedger {
      try tab.submit("onboarding-note")
      try await tab.shows("onboarding-error")
    }
    #expect(try await !web.engine.user(id).profileComplete)
    try await tab.press("onboarding-error-ok")
    try await tab.hides("onboarding-error")
    try tab.submit("onboarding-note")
    try await tab.shows("instructions-sheet")
    #expect(try await web.engine.user(id).profileComplete)
  }
}
