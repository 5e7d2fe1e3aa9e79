import Composable
import ComposableHTML
import ComposableHTMLTesting
import Foundation
import HTTPTypes
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The link of a wish at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// Rose asks to be watched over.
  private func ask() async throws -> (rose: Person.ID, path: String) {
    let rose = try await web.house.member("+12125550102", name: "Rose")
    let made = try await web.engine.perform(
      MakeInvitation(wish: .watchOverMe), by: Member(rose))
    return (rose, "/join/\(made.token)")
  }

  private func responders(of person: Person.ID) async throws -> [Person.ID] {
    try await web.engine.answer(GetContacts(), to: Member(person)).items
      .filter(\.isResponder).map(\.id)
  }

  @Test func `a member agrees with one tap, and opening the link agrees to nothing`() async throws {
    let (rose, path) = try await ask()
    let tom = try await web.house.member()
    let (_, token) = try await web.house.browser()
    let cookie = "lifesignal=\(token.text)"
    _ = try await web.request(.get, path, cookie: cookie)
    let tab = try Tab(await web.page(of: cookie))
    try await tab.waits(for: "Rose asks: will you watch over me?")
    #expect(try await responders(of: rose).isEmpty)
    try await tab.press("wish-accept")
    try await tab.waits(for: "You now watch over Rose")
    #expect(try await responders(of: rose) == [tom])
    try await tab.press("wish-done")
    try await tab.hides("wish-sheet")
  }

  @Test func `a new person agrees before they sign in, and is not asked again`() async throws {
    let (rose, path) = try await ask()
    let visitor = try #require(web.cookie(of: try await web.request(.get, path)))
    let page = try await web.page(of: visitor)
    for await offer in page.store.changes(of: { $0.auth.join?.offer })
    where offer?.wish != nil { break }
    _ = try await web.event("join", "click", cookie: visitor)
    let cookie = try #require(
      web.cookie(of: try await web.signIn("212-555-0188", cookie: visitor)))
    let tab = try Tab(await web.page(of: cookie))
    #expect(try await responders(of: rose).isEmpty)
    try tab.type("Tom", into: "first-name")
    try tab.type("Reed", into: "last-name")
    try tab.submit("onboarding-names")
    try await tab.shows("emergency-note")
    try tab.submit("onboarding-note")
    try await tab.press("instructions-done")
    try await tab.waits(for: "You now watch over Rose")
    #expect(try await responders(of: rose).count == 1)
  }
}
