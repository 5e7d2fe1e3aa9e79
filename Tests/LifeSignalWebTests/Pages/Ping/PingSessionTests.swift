import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A ping's sheet at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// Margaret's sheet about Bea's ping, reached from the notification.
  private func sheet() async throws -> (Person.ID, bea: Person.ID, Tab) {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    try await web.relate(id, to: bea)
    try await web.engine.perform(PingDependent(dependent: id), by: .person(bea))
    let entry = try #require(
      await web.engine.notifications(of: id).first { $0.event == .pingReceived })
    try await tab.press("tab-responders")
    try await tab.waits(for: "Bea asks: are you OK?")
    try await tab.press("notifications-button")
    try await tab.press("notification-\(entry.id)-open")
    try await tab.shows("ping-sheet")
    return (id, bea, tab)
  }

  @Test func `it is answered there`() async throws {
    let (id, bea, tab) = try await sheet()
    try await tab.press("ping-respond")
    try await tab.hides("ping-respond")
    #expect(try await web.engine.answer(GetPings(), to: Member(id)).pending.isEmpty)
    #expect(
      try await web.engine.answer(GetPings(), to: Member(bea)).history.first?.status == .responded)
  }

  @Test func `an answer that did not arrive can be given again`() async throws {
    let (id, _, tab) = try await sheet()
    try await web.withoutLedger {
      try await tab.press("ping-respond")
      try await tab.shows("app-error-retry")
    }
    #expect(try await web.engine.answer(GetPings(), to: Member(id)).pending.count == 1)
    try await tab.press("app-error-retry")
    try await web.stored(id) {
      try await $0.answer(GetPings(), to: Member(id)).pending
    } becomes: {
      $0.isEmpty
    }
  }

  @Test func `one that is withdrawn meanwhile has nothing to answer`() async throws {
    let (id, bea, tab) = try await sheet()
    let ping = try #require(await web.engine.answer(GetPings(), to: Member(id)).pending.first)
    try await web.engine.perform(ClearPing(id: ping.id), by: .person(bea))
    try await tab.hides("ping-respond")
    #expect(tab.page.element(id: "ping-sheet") != nil)
  }
}
