import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Dependents at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a ping is asked about, sent and withdrawn; the next must wait`() async throws {
    let (dana, tab) = try await web.member("Dana", 2)
    let margaret = try await web.house.member()
    try await web.relate(margaret, to: dana)
    try await tab.press("tab-dependents")
    try await tab.press("ping-\(margaret)")
    try await tab.press("ping-question-cancel")
    try await tab.hides("ping-question")
    #expect(try await web.engine.answer(GetPings(), to: Member(margaret)).pending.isEmpty)
    try await tab.press("ping-\(margaret)")
    try await tab.press("ping-question-confirm")
    try await tab.shows("ping-sent")
    #expect(
      try await web.engine.answer(GetPings(), to: Member(margaret)).pending.map(\.senderID) == [
        dana
      ])

    try await tab.waits {
      $0.element(id: "ping-\(margaret)")?.label == "Clear ping for Margaret Hale"
    }
    try await tab.press("ping-\(margaret)")
    try await tab.press("ping-question-confirm")
    try await tab.waits { $0.element(id: "ping-\(margaret)")?.label == "Ping Margaret Hale" }
    #expect(try await web.engine.answer(GetPings(), to: Member(margaret)).pending.isEmpty)

    try await tab.press("ping-\(margaret)")
    try await tab.press("ping-question-confirm")
    try await tab.waits(for: Saying.tooOften)
    #expect(try await web.engine.answer(GetPings(), to: Member(margaret)).pending.isEmpty)
  }

  @Test func `an alert raised elsewhere is seen at once`() async throws {
    let (dana, tab) = try await web.member("Dana", 2)
    let margaret = try await web.house.member()
    try await web.relate(margaret, to: dana)
    try await tab.press("tab-dependents")
    try await web.engine.perform(ActivateAlert(), by: .person(margaret))
    try await tab.waits {
      $0.element(id: "dependents-urgent")?.text.contains("Alert active") == true
    }
    try await web.engine.perform(DeactivateAlert(), by: .person(margaret))
    try await tab.hides("dependents-urgent")
  }
}
