import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Testing

@testable import LifeSignalDelivery

@Suite struct `What is said in a call` {
  private func message(
    _ title: String = "Emergency Alert", _ body: String = "Mara's check-in has expired."
  ) -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal-7", kind: .voice, address: "+15550100002", title: title,
      body: body, priority: .missedCheckIn, receiptToken: "token-7")
  }

  @Test func `is the alarm twice, and what to press`() {
    let script = CallScript(
      message(), answer: .alarm, key: "https://safe.example/callbacks/voice/key?message=t&x=1",
      in: .english)
    let said =
      "<Say language=\"en-US\">Emergency Alert. Mara&#39;s check-in has expired.</Say>"
      + "<Say language=\"en-US\">Press 1 if you will help.</Say>"
    #expect(
      script.text
        == "<Response><Gather action=\"https://safe.example/callbacks/voice/key?message=t&amp;x=1\""
        + " method=\"POST\" numDigits=\"1\" timeout=\"10\">\(said)<Pause length=\"1\"/>\(said)"
        + "</Gather></Response>")
  }

  @Test func `asks for no key when the server could not receive it`() {
    let script = CallScript(message(), answer: .alarm, key: nil, in: .english).text
    #expect(!script.contains("Press") && !script.contains("Gather"))
    #expect(script.hasPrefix("<Response><Say") && script.hasSuffix("</Say></Response>"))
  }

  @Test func `a code is read digit by digit, in the language it is written in`() {
    let code = CourierMessage(
      idempotencyKey: "c", kind: .voice, address: "+15550100002", title: "Your LifeSignal code",
      body: "120-456 is your LifeSignal code. Do not share it.", priority: .alert,
      isOneTimeCode: true)
    let script = CallScript(code, answer: nil, key: nil, in: Catalogue(.german, [:])).text
    let said =
      "<Say language=\"en-US\">Your LifeSignal code. 1, 2, 0, 4, 5, 6 is your LifeSignal code."
      + " Do not share it.</Say>"
    #expect(script == "<Response>\(said)<Pause length=\"1\"/>\(said)</Response>")
  }

  @Test func `is in the listener's language`() {
    let german = Catalogue(
      .german, ["Press 1 if you will help.": .sentence("Drücke die 1, wenn du dich kümmerst.")])
    let script = CallScript(message(), answer: .alarm, key: "https://a", in: german).text
    #expect(script.contains("<Say language=\"de-DE\">Drücke die 1"))
  }

  @Test func `cannot be steered by a name`() {
    let script = CallScript(
      message("</Say><Dial>+1900</Dial>", "\"&'\u{0}\u{7}\n<Hangup/>\u{FFFE}"), answer: nil,
      key: nil, in: .english
    ).text
    #expect(!script.contains("<Dial>") && !script.contains("<Hangup/>"))
    #expect(script.contains("&lt;/Say&gt;&lt;Dial&gt;+1900&lt;/Dial&gt;"))
    #expect(script.contains("&quot;&amp;&#39; &lt;Hangup/&gt;</Say>"))
  }

  @Test func `is never longer than a carrier takes`() {
    for body in [String(repeating: "<&>", count: 3_000), String(repeating: "字", count: 9_000)] {
      let script = CallScript(message("T", body), answer: .alarm, key: "https://a", in: .english)
      #expect(script.text.utf16.count <= CallScript.most)
      #expect(script.text.contains("Press 1") && script.text.hasSuffix("</Response>"))
    }
  }

  @Test func `is handed over with the number and where to tell how it went`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.voice.taken)
      try await CourierUnderTest.voice.make(receiver.port, 5).deliver(message())
      let request = try #require(receiver.requests.first)
      #expect(request.head.uri == "/2010-04-01/Accounts/AC7/Calls.json")
      let body = String(decoding: request.body, as: UTF8.self)
      #expect(body.hasPrefix("To=%2B15550100002&From=%2B15550009999&Twiml=%3CResponse%3E"))
      #expect(
        body.hasSuffix(
          "&StatusCallback=https%3A%2F%2Fsafe.example%2Fcallbacks%2Fvoice%2Fstatus"
            + "%3Fmessage%3Dtoken-7&StatusCallbackEvent=completed"))
    }
  }
}
