import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Things at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `an address is shown once, and what it says is seen at once`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-things")
    try await tab.waits(for: "Nothing checks in for you yet")
    try tab.report("place:https://safe.example Europe/Berlin", from: "things")
    try await tab.press("thing-add")
    try await tab.shows("thing-name")
    try tab.type("Kettle", into: "thing-name")
    try await tab.press("thing-save")
    try await tab.waits(for: "https://safe.example/ping/")
    let shown = try #require(tab.page.text.firstMatch(of: /safe\.example\/ping\/([0-9a-f\-]{36})/))
    let token = String(shown.1)
    try await tab.press("thing-address-done")
    try await tab.waits(for: "Not heard yet")
    #expect(!tab.page.text.contains(token))

    try await web.engine.hear(.failure, token: token)
    try await tab.waits(for: "Reports a problem")
    let things = try await web.engine.answer(GetThings(), to: Member(id)).things
    #expect(things.map(\.settings.name) == ["Kettle"])
  }

  @Test func `a link is made at one tap, shown once with its steps, and removed`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-things")
    try await tab.waits(for: "Nothing checks in for you yet")
    try tab.report("place:https://safe.example Europe/Berlin", from: "things")
    try await tab.press("thing-link")
    try await tab.waits(for: "https://safe.example/ping/")
    try await tab.waits(for: "Make a shortcut")
    try await tab.press("thing-address-done")
    try await tab.waits(for: "Not heard yet")
    let link = try #require(try await web.engine.answer(GetThings(), to: Member(id)).things.first)
    #expect(link.settings.kind == .link)
    try await tab.press("thing-edit-\(link.id)")
    try await tab.shows("thing-delete")
    #expect(!tab.page.text.contains("Counts as a check-in"))
    try await tab.press("thing-delete")
    try await tab.waits(for: "Remove Check-in link?")
  }

  @Test func `an invalid place from the page is ignored`() async throws {
    let (_, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-things")
    try await tab.waits(for: "Nothing checks in for you yet")
    for report in ["place:javascript:alert(1) UTC", "place:https://a.example/b UTC", "place:"] {
      try tab.report(report, from: "things")
    }
    try await tab.press("thing-add")
    try await tab.shows("thing-name")
    try tab.type("Door", into: "thing-name")
    try await tab.press("thing-save")
    try await tab.waits(for: "The address of your device")
    #expect(!tab.page.text.contains("a.example") && !tab.page.text.contains("javascript"))
  }
}
