import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A journey at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func page() async throws -> (Person.ID, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-check-in")
    return (id, tab)
  }

  private func trip(of id: Person.ID) async throws -> TravelData? {
    try await web.engine.answer(GetTravel(), to: Member(id)).travel
  }

  @Test func `it is started, extended and cancelled after a question`() async throws {
    let (id, tab) = try await page()
    try await tab.press("travel-start")
    try await tab.shows("travel-note")
    try tab.type("Bus 42 to Grandma", into: "travel-note")
    try await tab.press("travel-7200")
    try await tab.shows("travel-7200", on: true)
    try await tab.press("travel-sheet-start")
    try await tab.shows("travel-running")
    let start = web.house.clock.now
    let travel = try #require(await trip(of: id))
    #expect(travel.note == "Bus 42 to Grandma" && travel.dueAt == start + 7_200)
    try await tab.press("travel-extend-900")
    try await web.user(id) { $0.travel?.dueAt == start + 8_100 }
    try await tab.press("travel-cancel")
    try await tab.press("travel-question-confirm")
    try await tab.shows("travel-start")
    #expect(try await trip(of: id) == nil)
  }

  @Test func `a time that has passed is refused before anything starts`() async throws {
    let (id, tab) = try await page()
    try await tab.press("travel-start")
    try await tab.shows("travel-due")
    try tab.change("travel-due", to: "2020-01-01T10:00")
    try await tab.press("travel-sheet-start")
    try await tab.waits(for: "Choose a time of arrival that is still to come.")
    #expect(try await trip(of: id) == nil)
  }

  @Test func `near the end the question comes on whatever page one is`() async throws {
    let (id, tab) = try await page()
    try await web.engine.perform(
      StartTravel(due: web.house.clock.now + 3_600, note: ""), by: .person(id))
    try await tab.press("tab-profile")
    web.house.clock.advance(by: 3_590)
    // A page renders again when its state changes; here the change is the countdown's next event.
    try await web.engine.perform(SetGracePeriod(seconds: 300), by: .person(id))
    try await tab.press("travel-reminder-arrive")
    try await tab.hides("travel-reminder")
    try await web.user(id) { $0.travel == nil }
  }
}
