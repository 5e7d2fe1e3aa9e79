import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Responders at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a ping is answered with one press, several with a question`() async throws {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    let carl = try await web.house.member("+12125550103", name: "Carl")
    for responder in [bea, carl] { try await web.relate(id, to: responder) }
    try await tab.press("tab-responders")
    try await web.engine.perform(PingDependent(dependent: id), by: .person(bea))
    try await tab.waits(for: "Bea asks: are you OK?")
    let ping = try #require(await web.engine.answer(GetPings(), to: Member(id)).pending.first)
    try await tab.press("respond-\(ping.id)")
    try await tab.hides("asking-\(bea)")
    #expect(try await web.engine.answer(GetPings(), to: Member(id)).pending.isEmpty)

    try await web.engine.perform(PingDependent(dependent: id), by: .person(carl))
    try await tab.press("respond-to-all")
    try await tab.press("respond-to-all-question-confirm")
    try await tab.hides("asking-\(carl)")
    #expect(
      try await web.engine.answer(GetPings(), to: Member(bea)).history.first?.status == .responded)
    #expect(try await web.engine.answer(GetPings(), to: Member(id)).pending.isEmpty)
  }

  @Test func `accepting too soon is said, and works later`() async throws {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    let code = try await web.engine.user(id).qrCodeID
    try await web.engine.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: .person(bea))
    try await tab.press("tab-responders")
    try await tab.shows("accept-\(bea)")
    await web.exhaust(id)
    try await tab.press("accept-\(bea)")
    try await tab.waits(for: Saying.tooOften)
    func relation() async throws -> RelationStatus? {
      try await web.engine.answer(GetContacts(), to: Member(id)).items.first?.relation
    }
    #expect(try await relation() == .requestedByThem)
    web.house.clock.advance(by: 60)
    try await tab.press("responders-error-ok")
    try await tab.hides("responders-error")
    try await tab.press("accept-\(bea)")
    try await tab.shows("responder-\(bea)-open")
    #expect(try await relation() == .accepted)
  }
}
