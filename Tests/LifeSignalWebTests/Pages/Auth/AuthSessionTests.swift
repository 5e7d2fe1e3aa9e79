import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Signing in at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a wrong code is said and tried again, the right one opens the app`() async throws {
    let person = try await web.house.member()
    let visitor = try await web.visitor()
    let session = try await web.session(of: visitor)
    let tab = try Tab(await web.page(of: visitor))
    try tab.type("212-555-0101", into: "phone-number")
    try tab.submit("phone-form")
    try await tab.shows("verification-code")
    let code = web.house.courier.code
    let wrong = String(code.reversed()) == code ? "123456" : String(code.reversed())
    try tab.type(wrong, into: "verification-code")
    try tab.submit("code-form")
    try await tab.waits(for: "That code is not right. 4 tries left.")
    #expect(session.identity == .visitor)
    try await tab.shows("verification-code-problem")
    #expect(tab.page.element(id: "sign-in-error") == nil)
    #expect(try tab.find("verification-code")["value"] == "")
    try tab.type(code, into: "verification-code")
    try tab.submit("code-form")
    try await tab.shows("tab-check-in")
    #expect(session.identity.person == person)
  }

  @Test func `no code is sent to an invalid number`() async throws {
    let tab = try Tab(await web.page(of: web.visitor()))
    try tab.type("12", into: "phone-number")
    try await tab.waits { $0.element(id: "phone-number")?["value"] == "12" }
    #expect(try tab.find("send-code")["disabled"] != nil)
    try tab.submit("phone-form")
    #expect(web.house.courier.count == 0)
    #expect(tab.page.element(id: "verification-code") == nil)
  }
}
