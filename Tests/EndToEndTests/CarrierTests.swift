import Foundation
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

/// The real binary with a carrier's account; behind the account is a carrier on this machine.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `With a carrier` {
  @Test func `a person signs in and checks in by text`() async throws {
    let folder = try TemporaryFolder.make()
    let carrier = try await CarrierOnLoopback.start()
    let server = try await ServerProcess.start(
      database: folder.appending(path: "network.sqlite"), isDemo: false,
      environment: carrier.environment)

    let browser = Browser(port: server.port)
    try await browser.open()
    try await browser.type("212-555-0101", into: "phone-number")
    try await browser.submit("phone-form")
    let text = await carrier.firstText()
    #expect(text["To"] == "+12125550101" && text["From"] == "+15550009999")
    let code = try #require(text["Body"]?.firstMatch(of: /^(\d{3})-(\d{3}) is your/))
    _ = try await browser.shown { $0.has("code-form") }
    try await browser.type("\(code.1)\(code.2)", into: "verification-code")
    try await browser.submit("code-form")
    _ = try await browser.shown { !$0.has("code-form") && !$0.has("phone-form") }

    let answer = try await carrier.bring("ok", from: "+12125550101", id: "SM1", to: browser)
    #expect(answer.status == 200)
    #expect(
      answer.body == "<Response><Message>You have checked in. Thank you.</Message></Response>")
    let forged = try await carrier.bring("ok", from: "+12125550199", id: "SM2", to: browser)
    #expect(forged.body == "<Response></Response>")

    #expect(server.lines { $0.contains("NO DELIVERY CHANNEL") }.isEmpty)
    let secrets = [CarrierOnLoopback.token, "2125550101", "\(code.1)-\(code.2)"]
    #expect(server.lines { line in secrets.contains { line.contains($0) } }.isEmpty)
    await server.kill()
    try await carrier.stop()
  }
}
