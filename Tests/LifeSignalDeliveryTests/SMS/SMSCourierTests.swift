import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Synchronization
import Testing

@testable import LifeSignalDelivery

@Suite(.timeLimit(.minutes(1))) struct `A text message` {
  private func courier(
    _ port: Int, origin: String? = "https://safe.example",
    sender: SMSCourier.Settings.Sender = .from("+15550009999"),
    budget: Budget = CourierUnderTest.budget(), answer: PossibleAnswer? = .alarm
  ) -> SMSCourier {
    var account = CourierUnderTest.account(port)
    account.callbackOrigin = origin
    return SMSCourier(
      SMSCourier.Settings(sender: sender, segments: 2),
      over: CarrierTrunk(
        to: account, budget: budget,
        translations: Translations([
          Catalogue(.german, ["Reply ON IT if you will help.": .sentence("Antworte ON IT.")])
        ]),
        reader: { _ in MessageReader(language: .german, answer: answer) },
        now: { CourierUnderTest.now }))
  }

  private func message(
    _ body: String = "Mara's check-in has expired.", priority: Delivery.Priority = .missedCheckIn,
    isCode: Bool = false
  ) -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal-7", kind: .sms, address: "+15550100002",
      title: "Emergency Alert", body: body, priority: priority,
      receiptToken: isCode ? nil : "token-7", isOneTimeCode: isCode)
  }

  /// The fields of the one request there was.
  private func fields(_ receiver: Receiver) throws -> [String: String] {
    let body = String(decoding: try #require(receiver.requests.first).body, as: UTF8.self)
    return Dictionary(
      uniqueKeysWithValues: body.split(separator: "&").map { pair in
        let parts = pair.replacing("+", with: " ").split(separator: "=", maxSplits: 1)
        return (String(parts[0]), parts.last.flatMap { $0.removingPercentEncoding } ?? "")
      })
  }

  @Test func `is a form that the account signs and that says where to answer`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      try await courier(receiver.port).deliver(message())
      let head = try #require(receiver.requests.first).head
      #expect(head.uri == "/2010-04-01/Accounts/AC7/Messages.json")
      #expect(
        head.headers.first(name: "Authorization")
          == "Basic " + Data("AC7:secret-token-secret-token".utf8).base64EncodedString())
      #expect(
        head.headers.first(name: "Content-Type") == "application/x-www-form-urlencoded")
      let fields = try fields(receiver)
      #expect(fields["To"] == "+15550100002" && fields["From"] == "+15550009999")
      #expect(
        fields["StatusCallback"] == "https://safe.example/callbacks/sms/status?message=token-7")
      let body = try #require(fields["Body"])
      #expect(body.hasPrefix("Emergency Alert: Mara's check-in has expired. Antworte ON IT. ("))
    }
  }

  @Test func `without an address of ours asks for no answer`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      try await courier(receiver.port, origin: nil, sender: .service("MG1")).deliver(
        message(priority: .reminder))
      let fields = try fields(receiver)
      #expect(fields["Body"] == "Emergency Alert: Mara's check-in has expired.")
      #expect(fields["StatusCallback"] == nil && fields["From"] == nil)
      #expect(fields["MessagingServiceSid"] == "MG1")
    }
  }

  private func linked(
    _ body: String, priority: Delivery.Priority = .missedCheckIn, hint: String?, most: Int = 3,
    subject: String = "https://lifesignal.example/open/7219000000000000-AAAAAAAAAAAAAAAAAAAAAA"
  ) -> String {
    var message = self.message(body, priority: priority)
    message.title = "Margaret Hale missed a check-in"
    message.mark = hint == nil ? nil : "ACDE"
    return SMSMessage(message, hint: hint, link: subject, segments: most).body
  }

  @Test
  func `about an alert says what happened, whom to call, how to answer and where, in two parts`() {
    let body = linked(
      "Margaret Hale missed a check-in, due 10 minutes ago. Call: +15550100001.",
      hint: "Reply ON IT ACDE if you will help.")
    #expect(
      body
        == "Margaret Hale missed a check-in, due 10 minutes ago. Call: +15550100001. Reply ON IT ACDE if you will help. https://lifesignal.example/open/7219000000000000-AAAAAAAAAAAAAAAAAAAAAA"
    )
    #expect(SMSText(body).segments == 2)
  }

  @Test func `leaves out the link where it would need a part more`() {
    let arabic = "فات موعد تأكيد سلامة مارغريت هيل، وكان قبل 10 دقائق. للاتصال: +15550100001."
    let hint = "أرسل ON IT ACDE إذا كنت ستتولى الأمر."
    let body = linked(arabic, hint: hint)
    #expect(!body.contains("https://") && body.hasSuffix(hint) && body.contains("+15550100001"))
    let reminder = linked(
      String(repeating: "Check in. ", count: 10), priority: .reminder, hint: nil)
    #expect(SMSText(reminder).segments == 1 && !reminder.contains("https://"))
    let short = linked("Check in.", priority: .reminder, hint: nil)
    #expect(SMSText(short).segments == 1 && short.contains(" https://"))
  }

  @Test func `with a link is never cut for it`() {
    let long = String(repeating: "Somebody needs help. ", count: 20)
    let body = linked(long, hint: "Reply ON IT ACDE if you will help.")
    #expect(SMSText(body).segments == 3 && !body.contains("https://"))
    #expect(body.hasSuffix("... Reply ON IT ACDE if you will help."))
  }

  @Test(
    arguments: [
      (.call("50"), true), (.ping("7"), true), (.ownCheckIn, true), (.sessionEnd, true),
      (.other, false), (nil, false),
    ] as [(Delivery.Subject?, Bool)])
  func `links to what it is about`(subject: Delivery.Subject?, isLinked: Bool) async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      var message = self.message()
      message.subject = subject
      try await courier(receiver.port).deliver(message)
      let body = try #require(try fields(receiver)["Body"])
      #expect(body.hasSuffix(" https://safe.example/open/token-7") == isLinked)
    }
  }

  @Test func `about the end of a session has its link even if that takes a part more`() {
    var message = self.message(
      "You’ll be signed out of LifeSignal on 12 September. Open it once to stay signed in.",
      priority: .information)
    message.title = "You’ll be signed out soon"
    message.subject = .sessionEnd
    let link = "https://lifesignal.example/open/7219000000000000-AAAAAAAAAAAAAAAAAAAAAA"
    let body = SMSMessage(message, hint: nil, link: link, segments: 3).body
    #expect(body.hasSuffix(" \(link)") && SMSText(body).segments == 2)
    message.subject = .other
    #expect(!SMSMessage(message, hint: nil, link: link, segments: 3).body.contains("https://"))
  }

  @Test func `keeps to its parts, and an alarm to its mark`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      let long = String(repeating: "Somebody needs help. ", count: 100)
      for _ in 0..<2 { try await courier(receiver.port).deliver(message(long)) }
      let bodies = receiver.requests.map(\.body)
      #expect(bodies.count == 2 && Set(bodies).count == 1)
      let body = try #require(try fields(receiver)["Body"])
      #expect(SMSText(body).segments == 2)
      #expect(body.contains("... Antworte ON IT. (") && body.hasSuffix(")"))
    }
  }

  @Test func `with a code is the code's own words`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      let words = "123-456 is your LifeSignal code. Do not share it."
      try await courier(receiver.port).deliver(message(words, priority: .alert, isCode: true))
      #expect(try fields(receiver)["Body"] == words)
    }
  }

  @Test(
    arguments: [
      (400, #"{"code": 21211}"#, .addressGone("sms: error 21211")),
      (400, #"{"code": 21217}"#, .addressGone("sms: error 21217")),
      (400, #"{"code": 21610}"#, .addressGone("sms: error 21610")),
      (400, #"{"code": 21614}"#, .addressGone("sms: error 21614")),
      (400, #"{"code": 21214}"#, .rejected("sms: error 21214")),
      (400, #"{"code": 21408}"#, .rejected("sms: error 21408")),
      (400, #"{"code": 21611}"#, .transient("sms: error 21611")),
      (400, "no JSON", .transient("sms: answered 400 and garbage")),
      (400, #"{"code": "21610"}"#, .transient("sms: answered 400 and garbage")),
      (401, #"{"code": 20003}"#, .transient("sms: error 20003")),
      (401, "", .transient("sms: answered 401")),
      (404, "", .transient("sms: answered 404")),
      // Any fault of the account is transient: waiting messages go out once the account is fixed.
      (404, #"{"code": 20404}"#, .transient("sms: error 20404")),
      (403, #"{"code": 20005}"#, .transient("sms: error 20005")),
      (401, #"{"code": 21408}"#, .transient("sms: error 21408")),
      (403, #"{"code": 21214}"#, .transient("sms: error 21214")),
      (404, #"{"code": 99999}"#, .transient("sms: error 99999")),
      (400, #"{"code": 20404}"#, .transient("sms: error 20404")),
      (400, #"{"code": 20005}"#, .transient("sms: error 20005")),
      (400, #"{"code": 10001}"#, .transient("sms: error 10001")),
      (400, #"{"code": 30002}"#, .transient("sms: error 30002")),
      (403, #"{"code": 21610}"#, .addressGone("sms: error 21610")),
      (404, #"{"code": 21211}"#, .addressGone("sms: error 21211")),
      (
        201, #"{"sid": "SM1", "status": "failed", "error_code": 21610}"#,
        .addressGone("sms: error 21610")
      ),
      (201, #"{"sid": "SM1", "status": "failed"}"#, .rejected("sms: failed at once")),
      (201, #"{"sid": "SM1", "status": "accepted", "error_code": null}"#, nil),
    ] as [(Int, String, CourierFailure?)])
  func `is understood by its answer`(status: Int, text: String, failure: CourierFailure?)
    async throws
  {
    try await Receiver.with { receiver in
      receiver.answer(
        Receiver.Answer(status: HTTPResponseStatus(statusCode: status), text: text))
      let courier = courier(receiver.port)
      if let failure {
        await #expect(throws: failure) { try await courier.deliver(message()) }
        #expect(courier.budgets.allSatisfy { $0.used == 0 }, "what is not taken costs nothing")
      } else {
        try await courier.deliver(message())
        #expect(courier.budgets.first?.used == 1)
      }
    }
  }

  @Test(
    arguments: [
      (.from("+15550009999"), true), (.from("12345"), true), (.service("MG0123"), true),
      (.from("LifeSignal"), false), (.from("My Network"), false), (.from("Safe 24"), false),
    ] as [(SMSCourier.Settings.Sender, Bool)])
  func `asks for an answer only where one can arrive`(
    sender: SMSCourier.Settings.Sender, isAsked: Bool
  ) async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      try await courier(receiver.port, sender: sender).deliver(message(priority: .reminder))
      let fields = try fields(receiver)
      let words = "Emergency Alert: Mara's check-in has expired."
      #expect(fields["Body"] == (isAsked ? "\(words) Antworte ON IT." : words))
      #expect(fields["StatusCallback"] != nil, "what became of it is told all the same")
    }
  }

  @Test func `beyond the budget is refused unsent, and an alarm is not`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      let budget = Budget(
        BudgetLimits(perDay: 1, perPrefix: 1, codes: 1, alarms: 1),
        now: { CourierUnderTest.now })
      let courier = courier(receiver.port, budget: budget, answer: nil)
      let code = message("1", priority: .alert, isCode: true)
      try await courier.deliver(message(priority: .reminder))
      let empty = CourierFailure.rejected("sms: today's budget is used up")
      await #expect(throws: empty) { try await courier.deliver(message(priority: .reminder)) }
      #expect(receiver.requests.count == 1)
      try await courier.deliver(code)
      #expect(receiver.requests.count == 2)
      // A code is no alarm, however urgent it is.
      await #expect(throws: empty) { try await courier.deliver(code) }
      try await courier.deliver(message())
      #expect(receiver.requests.count == 3)
      await #expect(throws: CourierFailure.self) { try await courier.deliver(message()) }
      #expect(receiver.requests.count == 3)
      let refused = Dictionary(
        uniqueKeysWithValues: courier.budgets.map { ($0.name, $0.refused) })
      #expect(
        refused == [
          "alarms": 1, "number": 0, "owner": 0, "codes": 1, "own codes": 0, "members' codes": 0,
          "others": 1,
          "codes +1": 0,
          "+1": 0,
        ])
    }
  }

  /// `CourierUnderTest.now` is 08:00 UTC.
  @Test(
    arguments: [(0, 3_600), (54_000, 3_600), (57_509.5, 91), (57_599.5, 1)]
      as [(TimeInterval, Double)])
  func
    `about an alarm that is beyond the budget is tried again within the hour, or when the day is over`(
      passed: TimeInterval, wait: Double
    ) async throws
  {
    try await Receiver.with { receiver in
      receiver.answer(CourierUnderTest.sms.taken)
      let limits = [
        BudgetLimits(perDay: 0, perPrefix: 0, codes: 9, alarms: 0),
        BudgetLimits(perDay: 9, perPrefix: 9, codes: 9, alarms: 9, alarmsPerNumber: 0),
      ]
      for limits in limits {
        let budget = Budget(limits, now: { CourierUnderTest.now + passed })
        let courier = courier(receiver.port, budget: budget)
        let empty = CourierFailure.transient(
          "sms: today's budget is used up", retryAfter: .seconds(wait))
        await #expect(throws: empty) { try await courier.deliver(message()) }
      }
      #expect(receiver.requests.isEmpty)
    }
  }

  @Test func `keeps the account's token to itself`() {
    let account = CourierUnderTest.account(1)
    #expect(!"\(account) \(String(reflecting: account))".contains("secret"))
    var dumped = ""
    dump(account, to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}
