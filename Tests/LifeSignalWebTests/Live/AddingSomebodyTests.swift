import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

/// Two people at two browsers, from the code to the list.
@Suite(.timeLimit(.minutes(1))) struct `Adding a contact` {
  private typealias Client = TestTab<AppFeature.State, AppFeature.Action>
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func client(_ number: String, _ name: String) async throws -> (Person.ID, Client) {
    let person = try await web.house.member(number, name: name)
    let (_, token) = try await web.house.browser(number)
    return (person, try Client(await web.page(of: "lifesignal=\(token.text)")))
  }

  private func shows(_ client: Client, _ id: String) async throws {
    try await client.waits { $0.element(id: id) != nil }
  }

  @Test func `a typed code leads to a request, and the request to both lists`() async throws {
    let (margaretID, margaret) = try await client("+12125550101", "Margaret")
    let (_, dana) = try await client("+12125550102", "Dana")
    let code = try await web.house.engine.user(margaretID).qrCodeID
    try margaret.click("tab-responders")
    try await shows(margaret, "qr-code-id")
    #expect(try margaret.find("qr-code-id").text == code.rawValue)

    try dana.click("tab-dependents")
    try await shows(dana, "add-dependent")
    try dana.click("add-dependent")
    try await shows(dana, "scanner-by-id")
    try dana.click("scanner-by-id")
    try await shows(dana, "manual-code")
    try dana.type(code.rawValue.lowercased(), into: "manual-code")
    try await dana.waits { $0.element(id: "manual-code-submit")?["disabled"] == nil }
    try dana.submit("scanner-form")
    try await dana.waits(for: "Margaret Hale")
    #expect(dana.page.element(id: "scanner-sheet") == nil)
    try dana.click("add-contact-add")
    try await dana.waits(for: "Asked · waiting for their answer")

    try await margaret.waits(for: "Asks to be your responder")
    try margaret.click("Accept Dana Hale")
    try await margaret.waits { $0.element(id: "responders-list") != nil }
    try await dana.waits { !$0.text.contains("waiting for their answer") }
    #expect(dana.page.text.contains("Margaret Hale"))
  }

  @Test func `a code from the camera counts once, and a foreign code is reported`() async throws {
    let (_, dana) = try await client("+12125550102", "Dana")
    try dana.click("tab-dependents")
    try await shows(dana, "scan-code")
    try dana.click("scan-code")
    try await shows(dana, "scanner-camera")
    #expect(try dana.find("scanner-camera")["data-scanning"] == "off")
    try dana.report("ready", from: "scanner-camera")
    try await dana.waits { $0.element(id: "scanner-camera")?["data-scanning"] == "on" }
    try dana.report("code:https://example.org", from: "scanner-camera")
    try await dana.waits(for: "Not a LifeSignal code")
    #expect(try dana.find("scanner-camera")["data-scanning"] == "off")
    try dana.click("foreign-code-ok")
    try await dana.waits { $0.element(id: "scanner-camera")?["data-scanning"] == "on" }
    try dana.report("code:00000000-0000-4000-8000-000000000000", from: "scanner-camera")
    try await dana.waits(for: "No LifeSignal user found for this QR code.")
    #expect(dana.page.element(id: "scanner-camera") == nil)
    try dana.click("add-contact-error-ok")
    try await dana.waits { $0.element(id: "add-contact-sheet") == nil }
  }

  @Test func `the own code is reset after a question, and the old one says so`() async throws {
    let (id, margaret) = try await client("+12125550101", "Margaret")
    let old = try await web.house.engine.user(id).qrCodeID
    try margaret.click("tab-dependents")
    try await shows(margaret, "reset-code")
    try margaret.click("reset-code")
    try await shows(margaret, "reset-code-question-confirm")
    try margaret.click("reset-code-question-confirm")
    try await margaret.waits(for: "QR code reset")
    #expect(try margaret.find("qr-code-id").text != old.rawValue)

    let (_, dana) = try await client("+12125550102", "Dana")
    try dana.click("tab-responders")
    try await shows(dana, "scan-code")
    try dana.click("scan-code")
    try await shows(dana, "scanner-camera")
    try dana.report("ready", from: "scanner-camera")
    try await dana.waits { $0.element(id: "scanner-camera")?["data-scanning"] == "on" }
    try dana.report("code:\(old)", from: "scanner-camera")
    try await dana.waits(for: "This code has been replaced. Ask them for their new one.")
    #expect(!dana.page.text.contains("Margaret"))
  }
}
