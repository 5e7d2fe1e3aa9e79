import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import NIOCore
import Testing

/// A kettle of Margaret's, which asks as it would ask Healthchecks.
@Suite struct `What a thing is answered` {
  private let web: TestWeb
  private let margaret: Person.ID
  private let token: String

  init() async throws {
    web = try TestWeb()
    margaret = try await web.house.member()
    let key = try await web.house.engine.perform(
      AddThing(settings: ThingSettings(name: "Kettle", kind: .plug)), by: .person(margaret))
    token = key.token
  }

  private func heard() async throws -> ThingData? {
    try await web.house.engine.answer(GetThings(), to: Member(margaret)).things.first
  }

  private func text(_ answer: TestResponse) -> String { String(buffer: answer.body) }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `ok, without a session`(method: HTTPRequest.Method) async throws {
    let answer = try await web.request(method, "/ping/\(token)")
    #expect(answer.status == .ok && text(answer) == "OK")
    #expect(answer.headers[.setCookie] == nil)
    #expect(try await heard()?.heardAt == web.house.engine.clock.now)
  }

  @Test func `a head is a sign too, and its answer has no body`() async throws {
    let answer = try await web.request(.head, "/ping/\(token)")
    #expect(answer.status == .ok && text(answer).isEmpty)
    #expect(try await heard()?.heardAt != nil)
  }

  @Test func `a program of another site may ask`() async throws {
    let answer = try await web.request(
      .post, "/ping/\(token)", headers: [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"])
    #expect(answer.status == .ok)
  }

  @Test(arguments: ["/start", "/log", "/0", "/?rid=123e4567-e89b-12d3-a456-426614174000"])
  func `every signal is taken`(suffix: String) async throws {
    #expect(try await web.request(.post, "/ping/\(token)\(suffix)").status == .ok)
    #expect(try await heard()?.isFailing == false)
  }

  @Test(arguments: ["/fail", "/1", "/255"])
  func `failures are taken as failures`(suffix: String) async throws {
    #expect(try await web.request(.post, "/ping/\(token)\(suffix)").status == .ok)
    #expect(try await heard()?.isFailing == true)
  }

  @Test func `an unknown signal, a malformed token or a malformed run is refused`() async throws {
    for path in [
      "/ping/\(token)/256", "/ping/\(token)/stop", "/ping/kettle", "/ping/\(token)x",
      "/ping/\(token)?rid=1",
    ] {
      #expect(try await web.request(.get, path).status == .badRequest, "\(path)")
    }
    #expect(try await heard()?.heardAt == nil)
  }

  @Test func `an unknown token is not found, and guessing is slowed down`() async throws {
    let first = try await web.request(.get, "/ping/\(UUID())")
    #expect(first.status == .notFound && text(first) == "not found")
    for _ in 1..<RequestLimits.unknownThing.burst {
      #expect(try await web.request(.get, "/ping/\(UUID())").status == .notFound)
    }
    #expect(try await web.request(.get, "/ping/\(UUID())").status == .tooManyRequests)
    // Who is known behind the same address is not kept waiting, and neither are people.
    #expect(try await web.request(.get, "/ping/\(token)").status == .ok)
    #expect(try await web.request(.get, "/").status == .ok)
  }

  @Test func `a device that sends too often has to wait`() async throws {
    for _ in 0..<120 { _ = try await web.request(.get, "/ping/\(token)/log") }
    let answer = try await web.request(.get, "/ping/\(token)/log")
    #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
  }

  @Test func `a body is accepted and not stored`() async throws {
    let log = String(repeating: "x", count: 200_000)
    #expect(try await web.request(.post, "/ping/\(token)", body: log).status == .ok)
    #expect(try await heard()?.heardAt != nil)
  }

  @Test func `a log that is cut off takes nothing from the sign it came with`() async throws {
    struct Cut: Error {}
    let log = AsyncThrowingStream<ByteBuffer, any Error> { $0.finish(throwing: Cut()) }
    let request = Request(
      head: HTTPRequest(
        method: .post, scheme: "http", authority: "localhost", path: "/ping/\(token)"),
      body: RequestBody(asyncSequence: log))
    let responder = web.room.router().buildResponder()
    let router = Router(context: WebContext.self)
    router.get("/") { _, context -> Response in
      try await responder.respond(to: request, context: context)
    }
    let status = try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/", method: .get).status
    }
    #expect(status == .badRequest)
    #expect(try await heard()?.heardAt == web.house.engine.clock.now)
  }

  private func link() async throws -> String {
    let key = try await web.house.engine.perform(
      AddThing(settings: ThingSettings(name: "Link", kind: .link)), by: .person(margaret))
    return key.token
  }

  private func linkHeard() async throws -> Date? {
    let things = try await web.house.engine.answer(GetThings(), to: Member(margaret)).things
    return things.first { $0.settings.kind == .link }?.heardAt
  }

  private let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml"]

  @Test(arguments: [HTTPRequest.Method.get, .head])
  func `opening a person's own link does not check them in`(method: HTTPRequest.Method) async throws
  {
    let token = try await link()
    for path in ["/ping/\(token)", "/ping/\(token)/0", "/ping/\(token)/fail"] {
      let preview = try await web.request(method, path)
      #expect(preview.status == .methodNotAllowed && preview.headers[.allow] == "POST")
      #expect(try await web.request(method, path, headers: browser).status == .ok)
    }
    #expect(try await linkHeard() == nil)
  }

  @Test func `a browser gets a page whose button checks in`() async throws {
    let token = try await link()
    let page = text(try await web.request(.get, "/ping/\(token)", headers: browser))
    #expect(page.contains("Nothing has been sent yet."))
    #expect(page.contains(#"<form id="link-form" method="post" action="/ping/\#(token)""#))
    let done = try await web.request(.post, "/ping/\(token)", headers: browser)
    #expect(done.status == .ok && text(done).contains("You have checked in."))
    #expect(try await linkHeard() == web.house.engine.clock.now)
  }

  @Test func `a failure that is reported to the link is not answered as a check-in`() async throws {
    let token = try await link()
    let answer = try await web.request(.post, "/ping/\(token)/fail", headers: browser)
    #expect(answer.status == .ok && text(answer) == "OK")
    #expect(try await linkHeard() != nil)
  }

  @Test func `a program that posts to the link checks in`() async throws {
    let token = try await link()
    let answer = try await web.request(.post, "/ping/\(token)")
    #expect(answer.status == .ok && text(answer) == "OK")
    #expect(try await linkHeard() != nil)
  }
}
