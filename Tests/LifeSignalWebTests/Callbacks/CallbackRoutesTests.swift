import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWords
import NIOCore
import Testing

@testable import LifeSignalWeb

@Suite(.timeLimit(.minutes(1))) struct `What a carrier tells us` {
  private static let secret = "a token of the account"
  private let house: TestHouse
  private let application: Application<RouterResponder<WebContext>>

  init() throws {
    house = try TestHouse()
    let router = Router(context: WebContext.self)
    router.add(middleware: ErrorPages(stylesheet: ""))
    router.add(middleware: SameOriginCheck())
    CallbackRoutes(
      engine: house.engine, translations: try Translations.bundled(),
      signature: CarrierSignature(origin: "https://safe.example", secret: Self.secret)
    ).add(to: router)
    application = Application(router: router)
  }

  /// As a carrier signs, written once more.
  private func signature(_ target: String, _ fields: [String: String]) -> String {
    let text =
      fields.sorted { $0.key < $1.key }
      .reduce("https://safe.example" + target) { $0 + $1.key + $1.value }
    let key = SymmetricKey(data: Data(Self.secret.utf8))
    return Data(
      HMAC<Insecure.SHA1>.authenticationCode(for: Data(text.utf8), using: key)
    ).base64EncodedString()
  }

  /// - Parameter signed: nil sends no signature.
  private func post(
    _ target: String, _ fields: [String: String], signed: [String: String]?,
    type: String = "application/x-www-form-urlencoded; charset=utf-8"
  ) async throws -> TestResponse {
    var unreserved = CharacterSet.alphanumerics
    unreserved.insert(charactersIn: "-._")
    let body = fields.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
    }
    .joined(separator: "&")
    var headers: HTTPFields = [.contentType: type]
    if let signed {
      headers[HTTPField.Name("X-Twilio-Signature")!] = signature(target, signed)
    }
    return try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: target, method: .post, headers: headers, body: ByteBuffer(string: body))
    }
  }

  private func post(_ target: String, _ fields: [String: String]) async throws -> TestResponse {
    try await post(target, fields, signed: fields)
  }

  private func text(
    _ words: String, id: String = "SM1", from: String = TestHouse.number,
    _ more: [String: String] = [:]
  ) async throws -> TestResponse {
    try await post(
      "/callbacks/sms/reply",
      ["MessageSid": id, "From": from, "Body": words].merging(more) { $1 })
  }

  private func markup(_ response: TestResponse) -> String { String(buffer: response.body) }

  /// Margaret's alert, called to Theo: the token of the message to him.
  private func alarm() async throws -> (margaret: Person.ID, theo: Person.ID, token: String) {
    let margaret = try await house.member()
    let theo = try await house.member("+12125550102", name: "Theo")
    let code = try await house.engine.user(margaret).qrCodeID
    try await house.engine.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: .person(theo))
    try await house.engine.perform(AcceptContact(id: theo), by: .person(margaret))
    try await house.engine.perform(ActivateAlert(), by: .person(margaret))
    try await house.engine.services().dispatch.turn()
    let token = try await house.ledger.read { tx in
      try tx.deliveries(of: theo, limit: 9).first { $0.alert != nil }?.receiptToken
    }
    return (margaret, theo, try #require(token))
  }

  private func delivery(_ token: String) async throws -> Delivery? {
    try await house.ledger.read { try $0.delivery(receiptToken: token) }
  }

  // MARK: Who is heard

  private static let routes = [
    "/callbacks/sms/status?message=t", "/callbacks/sms/reply", "/callbacks/voice/status?message=t",
    "/callbacks/voice/key?message=t",
  ]

  @Test(arguments: routes)
  func `nothing is read without the carrier's signature`(route: String) async throws {
    let person = try await house.member()
    let before = try await house.engine.checkIns(of: person).count
    let fields = [
      "MessageSid": "SM1", "CallSid": "CA1", "From": TestHouse.number, "Body": "ok",
      "MessageStatus": "delivered", "Digits": "1",
    ]
    #expect(try await post(route, fields, signed: nil).status == .forbidden)
    let other = fields.merging(["Body": "stop"]) { $1 }
    #expect(try await post(route, fields, signed: other).status == .forbidden)
    #expect(try await house.engine.checkIns(of: person).count == before)
  }

  @Test(arguments: routes)
  func `a body that is not a form, or is too large, is refused`(route: String) async throws {
    #expect(
      try await post(route, ["a": "1"], signed: ["a": "1"], type: "application/json").status
        == .unsupportedMediaType)
    let huge = ["Body": String(repeating: "x", count: BodyLimit.callback)]
    #expect(try await post(route, huge).status == .contentTooLarge)
  }

  @Test func `another carrier's new words are no bad request`() async throws {
    let (_, _, token) = try await alarm()
    for status in ["sent", "queued", "scheduled", "", "🆕"] {
      let answer = try await post(
        "/callbacks/sms/status?message=\(token)", ["MessageStatus": status])
      #expect(answer.status == .noContent)
    }
    #expect(try await post("/callbacks/sms/status?message=\(token)", [:]).status == .noContent)
    #expect(try await delivery(token)?.rung == .accepted)
  }

  @Test func `a browser's page cannot bring them either`() async throws {
    // Without the exception for signed requests a carrier would be refused as a foreign site; with it
    // a foreign site is refused for want of a signature.
    #expect(try await post("/callbacks/sms/reply", [:], signed: nil).status == .forbidden)
    #expect(try await text("hello").status == .ok)
  }

  // MARK: Texts

  @Test func `ok checks in and is answered, in the person's language`() async throws {
    let person = try await house.member()
    try await house.engine.perform(SetLanguage(language: .german), by: .person(person))
    house.clock.advance(by: 60)
    let answer = try await text("OK")
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
    #expect(
      markup(answer)
        == "<Response><Message>Dein Lebenszeichen ist da. Danke.</Message></Response>")
    #expect(try await house.engine.user(person).lastCheckedIn == house.clock.now)
  }

  @Test func `the same message again is the same check-in, and is not answered`() async throws {
    let person = try await house.member()
    _ = try await text("OK")
    let count = try await house.engine.checkIns(of: person).count
    #expect(markup(try await text("OK")) == "<Response></Response>")
    #expect(try await house.engine.checkIns(of: person).count == count)
  }

  @Test func `a stranger gets an empty answer`() async throws {
    _ = try await house.member()
    for words in ["OK", "STOP", "hello"] {
      let answer = try await text(words, from: "+12125550199")
      #expect(answer.status == .ok && markup(answer) == "<Response></Response>")
    }
  }

  @Test func `a stop that the carrier has answered is not answered again`() async throws {
    let person = try await house.member()
    let answer = try await text("STOP", ["OptOutType": "STOP"])
    #expect(markup(answer) == "<Response></Response>")
    let channels = try await house.ledger.read { try $0.channels(of: person) }
    #expect(channels.isEmpty)
    #expect(
      markup(try await text("START", id: "SM2"))
        == "<Response><Message>LifeSignal sends you text messages again.</Message></Response>")
  }

  @Test(arguments: ["", " ", "SM 1", String(repeating: "S", count: 65)])
  func `a text without a name of its own is refused`(id: String) async throws {
    _ = try await house.member()
    #expect(try await text("OK", id: id).status == .badRequest)
  }

  @Test func `a name in an answer is no markup`() async throws {
    let (margaret, _, _) = try await alarm()
    try await house.engine.perform(
      UpdateProfile(Profile(firstName: "<Dial>&", lastName: "\"Hale\"")),
      by: .person(margaret))
    let asked = markup(try await text("ON IT", id: "SM0", from: "+12125550102"))
    let mark = try #require(asked.firstRange(of: "ON IT ")).upperBound
    #expect(
      markup(try await text("ON IT \(asked[mark...].prefix(4))", from: "+12125550102"))
        == "<Response><Message>Thank you. You are looking after &lt;Dial&gt;&amp; \"Hale\"."
        + "</Message></Response>")
  }

  // MARK: What became of a message

  @Test func `delivered is shown, read is opened`() async throws {
    let (_, _, token) = try await alarm()
    let target = "/callbacks/sms/status?message=\(token)"
    #expect(try await delivery(token)?.rung == .accepted)
    #expect(try await post(target, ["MessageStatus": "delivered"]).status == .noContent)
    #expect(try await delivery(token)?.rung == .shown)
    #expect(try await post(target, ["SmsStatus": "read"]).status == .noContent)
    #expect(try await delivery(token)?.rung == .opened)
  }

  @Test(arguments: ["undelivered", "failed", "canceled"])
  func `not delivered has failed, with the carrier's number for it`(status: String) async throws {
    let (_, _, token) = try await alarm()
    let answer = try await post(
      "/callbacks/sms/status?message=\(token)",
      ["MessageStatus": status, "ErrorCode": "30003", "To": "+12125550102"])
    #expect(answer.status == .noContent)
    let row = try #require(try await delivery(token))
    #expect(row.state == .dead && row.lastError == "sms: \(status), error 30003")
  }

  @Test(arguments: ["busy", "no-answer", "failed", "canceled"])
  func `an unanswered call has failed, an answered one reports nothing`(status: String)
    async throws
  {
    let (_, _, token) = try await alarm()
    let target = "/callbacks/voice/status?message=\(token)"
    #expect(try await post(target, ["CallStatus": "completed"]).status == .noContent)
    #expect(try await delivery(token)?.rung == .accepted)
    #expect(try await post(target, ["CallStatus": status]).status == .noContent)
    #expect(try await delivery(token)?.lastError == "voice: \(status)")
  }

  @Test func `a report about an unknown message is ignored`() async throws {
    for (target, fields) in [
      ("/callbacks/sms/status?message=x", ["MessageStatus": "delivered"]),
      ("/callbacks/sms/status", ["MessageStatus": "failed"]),
      ("/callbacks/voice/status?message=x", ["CallStatus": "busy"]),
    ] {
      #expect(try await post(target, fields).status == .noContent)
    }
    let key = try await post("/callbacks/voice/key?message=x", ["CallSid": "CA1", "Digits": "1"])
    #expect(markup(key) == "<Response></Response>")
  }

  // MARK: Keys

  @Test func `key 1 takes the alarm, and the call says so`() async throws {
    let (margaret, theo, token) = try await alarm()
    let target = "/callbacks/voice/key?message=\(token)"
    let wrong = try await post(target, ["CallSid": "CA1", "Digits": "5"])
    #expect(
      markup(wrong)
        == "<Response><Say language=\"en-US\">Please open LifeSignal to answer.</Say></Response>")
    #expect(try await delivery(token)?.rung == .opened, "whoever presses a key has listened")
    let right = try await post(target, ["CallSid": "CA1", "Digits": "1"])
    #expect(markup(right).contains("You are looking after Margaret Hale."))
    let alarm = try #require(try await house.engine.user(margaret).alarms.first)
    let holder = try await house.ledger.read { try $0.escalation(alarm.id)?.holder }
    #expect(holder == theo)
    let again = try await post(target, ["CallSid": "CA1", "Digits": "1"])
    #expect(markup(again) == "<Response></Response>")
    #expect(try await post(target, ["Digits": "1"]).status == .badRequest)
  }

  // MARK: Without a carrier

  @Test func `without an account there is nothing to ask`() async throws {
    let web = try TestWeb()
    let answer = try await web.request(.post, "/callbacks/sms/reply", body: "")
    #expect(answer.status == .notFound)
  }
}
