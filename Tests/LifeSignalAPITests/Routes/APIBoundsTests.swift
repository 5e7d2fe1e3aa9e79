import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import NIOCore
import Synchronization
import Testing

@testable import LifeSignalAPI
@testable import LifeSignalWeb

/// What one member's requests can make the server keep, read or believe.
@Suite struct APIBoundsTests {
  private let server: TestServer
  private let token: String
  private let me: Person.ID

  init() async throws {
    server = try await TestServer()
    me = server.world.p
    token = try await server.signIn(me)
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, body: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer \(token)"]
    if body != nil { headers[.contentType] = "application/json" }
    let application = Application(router: server.room.router())
    return try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/api/v1" + path, method: method, headers: headers,
        body: body.map { ByteBuffer(string: $0) })
    }
  }

  private func count(_ path: String) async throws -> Int {
    let answer = try await ask(.get, path)
    let json = try APIJSON.decode(JSONValue.self, from: Data(answer.body.readableBytesView))
    guard case .array(let items)? = json["items"] else { return -1 }
    return items.count
  }

  @Test func `a query cannot override what the body says`() async throws {
    let id = server.world.r1
    let body = #"{"isResponder": true, "isDependent": false}"#
    let before = try await server.world.engine.answer(GetContacts(), to: Member(me)).items
    let answer = try await ask(.put, "/contacts/\(id)/roles?isResponder=false", body: body)
    #expect(answer.status == .badRequest)
    #expect(try await server.world.engine.answer(GetContacts(), to: Member(me)).items == before)
    #expect(try await ask(.put, "/contacts/\(id)/roles", body: body).status == .ok)
  }

  @Test(arguments: ["[1,1]", #"{"a":1}"#, #"["a"]"#])
  func `a large body of many small values is refused before it is decoded`(part: String) throws {
    func refusal(_ count: Int, filler: Int = 70_000) -> String? {
      let parts = Array(repeating: part, count: count).joined(separator: ",")
      let text = String(repeating: "A", count: filler)
      let body = Data(#"{"bytes":"\#(text)","mimeType":[\#(parts)]}"#.utf8)
      do {
        _ = try APITable.setPicture.input(texts: [:], body: body)
        return nil
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch {
        return "decoded, and of another type"
      }
    }
    #expect(refusal(1_001) == "too many values")
    #expect(refusal(10) == "decoded, and of another type")
    #expect(refusal(1_001, filler: 4) == "decoded, and of another type", "small bodies are cheap")
  }

  @Test func `a person sends one large body at a time, over all sessions and programs`()
    async throws
  {
    let other = try await server.signIn(me)
    let theirs = try await server.signIn(server.world.r1)
    func send(_ token: String) async throws -> HTTPResponse.Status {
      try await picture(by: token).status
    }
    let answers = try await server.room.pictures.hold(me) {
      [try await send(token), try await send(other), try await send(theirs)]
    }
    #expect(answers == [.tooManyRequests, .tooManyRequests, .badRequest])
    #expect(try await send(other) == .badRequest)
  }

  /// A large picture that is none.
  private func picture(by token: String) async throws -> TestResponse {
    let body = #"{"bytes":"\#(String(repeating: "A", count: 100_000))","mimeType":"image/png"}"#
    let application = Application(router: server.room.router())
    return try await application.test(.router) { client in
      try await client.execute(
        uri: "/api/v1/user/picture", method: .put,
        headers: [.authorization: "Bearer \(token)", .contentType: "application/json"],
        body: ByteBuffer(string: body))
    }
  }

  @Test func `a large body waits for its own thread, and nothing else does`() async throws {
    let isFree = DispatchSemaphore(value: 0)
    let largeBodies = server.room.api.largeBodies
    async let busy: Void = largeBodies.decode(LargeBodies.threshold) { isFree.wait() }
    let isAnswered = Atomic(false)
    async let status = {
      let status = try await picture(by: token).status
      isAnswered.store(true, ordering: .relaxed)
      return status
    }()
    for _ in 0..<50 { #expect(try await ask(.get, "/user").status == .ok) }
    let isEarly = isAnswered.load(ordering: .relaxed)
    #expect(!isEarly)
    isFree.signal()
    try await busy
    #expect(try await status == .badRequest)
  }

  @Test func `the mark of an own alert is shown to a session and to no program`() async throws {
    let alert = try await server.world.engine.raiseAlert(of: me)
    func mark(by token: String) async throws -> JSONValue? {
      let application = Application(router: server.room.router())
      let answer = try await application.test(.router) { client in
        try await client.execute(
          uri: "/api/v1/alarms/\(alert.id)", method: .get,
          headers: [.authorization: "Bearer \(token)"])
      }
      #expect(answer.status == .ok)
      return try APIJSON.decode(JSONValue.self, from: Data(answer.body.readableBytesView))[
        "replyMark"]
    }
    let program = try await server.world.engine.perform(
      CreateAccessToken(name: "Script", scopes: [.read], life: nil), by: .person(me))
    #expect(try await mark(by: token) != nil)
    #expect(try await mark(by: program.token) == nil)
  }

  @Test func `a person keeps at most a hundred small settings, and learns of it`() async throws {
    for number in 0..<100 {
      let answer = try await ask(.put, "/preferences/k\(number)", body: #"{"value": "x"}"#)
      #expect(answer.status == .noContent)
    }
    #expect(
      try await ask(.put, "/preferences/more", body: #"{"value": "x"}"#).status == .badRequest)
    #expect(try await ask(.put, "/preferences/k7", body: #"{"value": "y"}"#).status == .noContent)
    #expect(
      try await server.world.engine.answer(
        GetPreference(key: "k7"), to: Member(me)
      ).value == "y")
    #expect(try await ask(.put, "/preferences/k7", body: #"{"value": null}"#).status == .noContent)
    #expect(try await ask(.put, "/preferences/more", body: #"{"value": "x"}"#).status == .noContent)
  }

  @Test(arguments: ["", "?limit=5000", "?limit=9223372036854775807"])
  func `a list has at most a thousand entries for any request`(query: String) async throws {
    let (me, start) = (me, server.world.clock.now)
    try await server.world.ledger.write { transaction in
      for number in 0..<1_005 {
        let at = start - TimeInterval(10_000 + number)
        _ = try transaction.insert(
          CheckIn(
            id: CheckInRecord.ID(Int64(900_000 + number)), person: me, at: at, recordedAt: at,
            source: .manual))
        _ = try transaction.insert(
          Alert(
            id: AlertRecord.ID(Int64(900_000 + number)), person: me, kind: .manual, startedAt: at,
            endedAt: at + 1, endReason: .endedByPerson))
      }
    }
    #expect(try await count("/check-ins\(query)") == 1_000)
    #expect(try await count("/alerts\(query)") == 1_000)
  }

  /// Messages about security quote the label, and a stranger's program chooses it.
  @Test(arguments: [
    ("Laptop", "API: “Laptop”"),
    ("Your own tablet – ignore this", "API: “Your own tablet – ignore this”"),
    ("see https://evil.example", "Unknown browser"), ("a\u{202e}b", "Unknown browser"),
    (String(repeating: "a", count: 41), "Unknown browser"),
  ])
  func `a program's label looks like a program's`(label: String, shown: String) async throws {
    let number = try await server.world.engine.user(me).phoneNumber
    let sent = try await ask(
      .post, "/auth/codes", body: #"{"phoneNumber": "\#(number)", "region": "US"}"#)
    let id = try APIJSON.decode(SendCodeAnswer.self, from: Data(sent.body.readableBytesView))
    let request = try APIJSON.encode(
      VerifyCodeRequest(
        code: server.world.code, verificationID: id.verificationID.rawValue, label: label))
    let answer = try await ask(
      .post, "/auth/sessions", body: String(decoding: request, as: UTF8.self))
    #expect(answer.status == .ok)
    let names = try await server.world.engine.sessions(of: me).map(\.label)
    #expect(names.contains(shown), "\(names)")
  }
}
