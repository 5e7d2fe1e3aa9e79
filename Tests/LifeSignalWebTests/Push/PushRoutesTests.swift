import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import NIOCore
import Testing

@Suite struct `Subscribing to push messages` {
  private let web: TestWeb
  private let cookie: String
  private let person: Person.ID
  private static let key = (Data([4]) + Data(repeating: 7, count: 64)).base64URL
  private static let secret = Data(repeating: 9, count: 16).base64URL

  init() async throws {
    web = try TestWeb(pushKey: "BKey")
    person = try await web.house.member()
    cookie = "lifesignal=\(try await web.house.browser().1.text)"
  }

  private func body(
    _ endpoint: String = "https://push.example/1", key: String = Self.key,
    secret: String = Self.secret, person: String? = nil
  ) -> String {
    let owner = person.map { #", "person": "\#($0)""# } ?? ""
    return
      #"{"endpoint": "\#(endpoint)", "keys": {"p256dh": "\#(key)", "auth": "\#(secret)"}\#(owner)}"#
  }

  private func subscribe(
    _ body: String, cookie: String? = "", origin: String? = "https://lifesignal.example",
    site: String = "same-origin"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [
      .contentType: "application/json", HTTPField.Name("Sec-Fetch-Site")!: site,
    ]
    if let origin { headers[.origin] = origin }
    if cookie != nil { headers[.cookie] = cookie == "" ? self.cookie : cookie }
    return try await web.application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/push/subscribe", method: .post, headers: headers, body: ByteBuffer(string: body))
    }
  }

  private func channels() async throws -> [LifeSignalModel.Channel] {
    try await web.house.ledger.read { [person] in try $0.channels(of: person) }
      .filter { $0.kind == .webPush }
  }

  @Test func `the key is there for every page`() async throws {
    let answer = try await web.request(.get, "/push/key", cookie: cookie)
    #expect(answer.status == .ok && String(buffer: answer.body) == #"{"key":"BKey"}"#)
    let without = try TestWeb(house: web.house)
    #expect(try await without.request(.get, "/push/key", cookie: cookie).status == .notFound)
  }

  @Test func `a browser is stored once, with the site it was made for`() async throws {
    for _ in 0..<2 {
      let answer = try await subscribe(body(person: "\(person)"))
      #expect(answer.status == .ok && String(buffer: answer.body) == #"{"key":"BKey"}"#)
    }
    let channels = try await channels()
    let stored = try #require(channels.first.flatMap { PushSubscription(address: $0.address) })
    #expect(channels.count == 1)
    #expect(stored.endpoint == "https://push.example/1")
    #expect(stored.origin == "https://lifesignal.example")
    #expect(stored.key.base64URL == Self.key && stored.secret.base64URL == Self.secret)
  }

  @Test func `a browser that is off in the list hears so, and is on again when it is wanted there`()
    async throws
  {
    _ = try await subscribe(body())
    // Another way, so that this is not the last.
    let other = LifeSignalModel.Channel(
      id: "901", person: person, kind: .sms, address: "+15550100088",
      createdAt: web.house.engine.clock.now)
    _ = try await web.house.ledger.write { try $0.insert(other) }
    let own = try #require(try await channels().first)
    try await web.house.engine.perform(SetChannelOn(id: own.id, isOn: false), by: .person(person))
    for _ in 0..<2 {
      let answer = try await subscribe(body())
      #expect(answer.status == .ok && String(buffer: answer.body).contains(#""isOff":true"#))
      #expect(try await channels().isEmpty)
    }
    let wanted = body().dropLast() + #", "isWanted": true}"#
    let answer = try await subscribe(String(wanted))
    #expect(String(buffer: answer.body) == #"{"key":"BKey"}"#)
    #expect(try await channels().map(\.id) == [own.id])
  }

  @Test func `a visitor cannot subscribe`() async throws {
    #expect(try await subscribe(body(), cookie: nil).status == .unauthorized)
    #expect(
      try await subscribe(body(), cookie: "lifesignal=\(SessionToken().text)").status
        == .unauthorized)
    #expect(try await channels().isEmpty)
  }

  @Test
  func `another site cannot subscribe a person, and a worker cannot subscribe another person`()
    async throws
  {
    #expect(try await subscribe(body(), site: "cross-site").status == .forbidden)
    #expect(try await subscribe(body(person: "1")).status == .conflict)
    #expect(try await channels().isEmpty)
  }

  @Test func `an invalid subscription is refused`() async throws {
    for body in [
      "", "{}", body("http://push.example/1"), body(key: "AA"), body(secret: "!"),
      body(key: Self.secret), body("https://me@push.example/1"),
    ] {
      #expect(try await subscribe(body).status == .badRequest, "\(body)")
    }
    #expect(try await subscribe(body(), origin: nil).status == .badRequest)
    #expect(try await subscribe(body(), origin: "null").status == .badRequest)
    let long = body(String(repeating: "a", count: BodyLimit.form))
    #expect(try await subscribe(long).status == .contentTooLarge)
    #expect(try await channels().isEmpty)
  }

  @Test func `signing out ends what this browser was sent, and another one's goes on`()
    async throws
  {
    _ = try await subscribe(body())
    let other = "lifesignal=\(try await web.house.browser().1.text)"
    _ = try await subscribe(body("https://push.example/2"), cookie: other)
    #expect(try await channels().count == 2)
    _ = try await web.request(.post, "/sign-out", cookie: cookie)
    #expect(
      try await channels().map { PushSubscription(address: $0.address)?.endpoint }
        == ["https://push.example/2"])
  }

  @Test func `there are at most ten`() async throws {
    for number in 1...PushRules.most {
      #expect(try await subscribe(body("https://push.example/\(number)")).status == .ok)
    }
    #expect(
      try await subscribe(body("https://push.example/11")).status == .unprocessableContent)
  }

  @Test func `switching off ends it, and again does no harm`() async throws {
    _ = try await subscribe(body())
    for _ in 0..<2 {
      let answer = try await web.request(
        .post, "/push/unsubscribe", cookie: cookie,
        body: #"{"endpoint": "https://push.example/1"}"#)
      #expect(answer.status == .noContent)
    }
    #expect(try await channels().isEmpty)
    #expect(
      try await web.request(
        .post, "/push/unsubscribe", body: #"{"endpoint": "https://push.example/1"}"#
      ).status == .unauthorized)
  }
}
