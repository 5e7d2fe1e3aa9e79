import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An alarm at open pages` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// Margaret's alert; Bea and Carl are her responders, each with an open page.
  private func alarmed() async throws -> (Person.ID, AlertRecord.ID, bea: Tab, carl: Tab) {
    let id = try await web.house.member("+12125550101", name: "Margaret")
    let bea = try await web.house.member("+12125550102", name: "Bea")
    let carl = try await web.house.member("+12125550103", name: "Carl")
    for responder in [bea, carl] { try await web.relate(id, to: responder) }
    let tabs = (try await web.tab("+12125550102"), try await web.tab("+12125550103"))
    let alert = try await web.engine.raiseAlert(of: id)
    for tab in [tabs.0, tabs.1] {
      try await tab.press("tab-dependents")
      try await tab.press("dependent-\(id)-open")
      try await tab.press("alarm-\(alert.id)-open")
      try await tab.shows("alarm-sheet")
    }
    return (id, alert.id, tabs.0, tabs.1)
  }

  @Test func `one answers, the other reads who`() async throws {
    let (_, alarm, bea, carl) = try await alarmed()
    try await bea.press("alarm-acknowledge")
    try await bea.shows("alarm-held")
    try await carl.waits(for: "Bea Hale is on it")
    try await carl.press("alarm-acknowledge")
    try await carl.waits(for: "You are coming too")
    try await bea.waits(for: "Is coming too")
    try await bea.press("alarm-release")
    try await bea.press("alarm-release-question-confirm")
    try await carl.waits(for: "We are contacting the others")
    try await carl.press("alarm-acknowledge")
    try await bea.waits(for: "Carl Hale is on it")
    #expect(try await web.engine.alarm(alarm, for: web.person("+12125550102")).alarm.holder != nil)
  }

  @Test func `it is handed over, and taken`() async throws {
    let (_, _, bea, carl) = try await alarmed()
    try await bea.press("alarm-acknowledge")
    try await bea.press("alarm-hand-over")
    let other = try await web.person("+12125550103")
    try await bea.press("alarm-successor-\(other)")
    try await carl.waits(for: "Take over")
    try await carl.press("alarm-acknowledge")
    try await bea.waits(for: "Carl Hale is on it")
  }

  @Test func `when it ends everybody sees that it is over`() async throws {
    let (id, _, bea, carl) = try await alarmed()
    try await web.engine.perform(DeactivateAlert(), by: .person(id))
    for tab in [bea, carl] {
      try await tab.waits(for: "This alert is over")
      try await tab.press("alarm-done")
      try await tab.hides("alarm-sheet")
    }
  }

  @Test func `a failure is reported, and the action can be repeated`() async throws {
    let (_, alarm, bea, _) = try await alarmed()
    try await web.withoutLedger {
      try await bea.press("alarm-acknowledge")
      try await bea.shows("alarm-error")
    }
    let viewer = try await web.person("+12125550102")
    #expect(try await web.engine.alarm(alarm, for: viewer).alarm.holder == nil)
    try await bea.press("alarm-error-ok")
    try await bea.press("alarm-acknowledge")
    try await bea.shows("alarm-held")
  }

  @Test func `the order of calls is changed and stored`() async throws {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    let carl = try await web.house.member("+12125550103", name: "Carl")
    for responder in [bea, carl] { try await web.relate(id, to: responder) }
    try await tab.press("tab-responders")
    // A step takes in whom the page knows when it is made.
    for responder in [bea, carl] { try await tab.shows("responder-item-\(responder)") }
    try await tab.press("order-open")
    try await tab.press("order-kind-steps")
    try await tab.shows("order-step-0")
    try await tab.press("order-add")
    try await tab.shows("order-step-1")
    try tab.change("order-step-0-wait", to: "60")
    try tab.change("order-rounds", to: "2")
    try await tab.press("order-save")
    try await tab.hides("order-sheet")
    let plan = try #require(try await web.engine.answer(GetEscalationPlan(), to: Member(id)).plan)
    #expect(plan.steps.count == 2 && plan.steps[0].wait == 60 && plan.rounds == 2)
    #expect(Set(plan.steps.flatMap(\.responders)) == [bea, carl])
    try await tab.press("order-open")
    try await tab.press("order-kind-everyone")
    try await tab.press("order-save")
    try await tab.hides("order-sheet")
    #expect(try await web.engine.answer(GetEscalationPlan(), to: Member(id)).plan == nil)
  }

  @Test func `a step without responders is refused on the page`() async throws {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    try await web.relate(id, to: bea)
    try await tab.press("tab-responders")
    try await tab.shows("responder-item-\(bea)")
    try await tab.press("order-open")
    try await tab.press("order-kind-steps")
    try await tab.press("order-step-0-\(bea)")
    try await tab.press("order-save")
    try await tab.shows("order-problem")
    #expect(try await web.engine.answer(GetEscalationPlan(), to: Member(id)).plan == nil)
  }
}

extension TestWeb {
  /// Who has this number.
  fileprivate func person(_ number: String) async throws -> Person.ID {
    try #require(try await house.ledger.read { try $0.person(phoneNumber: number) }).id
  }
}
