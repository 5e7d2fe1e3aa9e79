import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A timeline to keep` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func browser() async throws -> (cookie: String, clients: SessionClients) {
    let sessions = web.room.visits.sessions
    let (session, _) = sessions.makeVisitor()
    let request = SignInRequest(of: session)
    request.claim()
    let clients = SessionClients(engine: web.house.engine, session: session, sessions: sessions)
    let id = try await clients.auth.sendVerificationCode(TestHouse.number, .unitedStates)
    try await clients.auth.verifyCode(web.house.courier.code, id)
    let token = try #require(await request.token())
    return ("lifesignal=\(token.text)", clients)
  }

  private func get(_ path: String, _ cookie: String?) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    if let cookie { headers[.cookie] = cookie }
    return try await web.application.test(.router) { [headers] client in
      try await client.execute(uri: path, method: .get, headers: headers)
    }
  }

  @Test func `as a document with every hash, and as a page for paper`() async throws {
    _ = try await web.house.member()
    let (cookie, _) = try await browser()
    let document = try await get("/timeline.json", cookie)
    #expect(document.status == .ok)
    #expect(document.headers[.contentDisposition]?.contains("lifesignal-timeline.json") == true)
    let json = String(buffer: document.body)
    #expect(json.contains("\"format\" : \"lifesignal-timeline\""))
    #expect(json.contains("\"kind\" : \"checkedIn\""))

    let page = try await get("/timeline/print?zone=Europe/Berlin", cookie)
    #expect(page.status == .ok)
    let markup = String(buffer: page.body)
    #expect(markup.contains("All times are those of Europe/Berlin."))
    #expect(markup.contains("timeline-print.css"))
    #expect(markup.contains("Verified"))
    #expect(!markup.contains("<script"))
    #expect(!markup.contains(" style="))
    #expect(try await get("/timeline/print?zone=Moon/Base", cookie).status == .ok)
    #expect(page.headers[.cacheControl] == "no-store")
  }

  @Test func `a visitor is sent to the start`() async throws {
    for path in ["/timeline.json", "/timeline/print"] {
      let response = try await get(path, nil)
      #expect(response.status == .seeOther)
      #expect(response.headers[.location] == "/", "no other host")
    }
  }

  @Test(arguments: ["/timeline.json", "/export"])
  func `too many of them at once are refused`(path: String) async throws {
    _ = try await web.house.member()
    let (cookie, _) = try await browser()
    var last = try await get(path, cookie)
    #expect(last.status == .ok)
    for _ in 0..<25 where last.status == .ok { last = try await get(path, cookie) }
    #expect(last.status == .tooManyRequests)
    #expect(last.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
  }
}
