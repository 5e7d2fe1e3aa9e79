import Composable
import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalFeatures
import LifeSignalWeb
import NIOCore
import Testing

@Suite struct `Posting events` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `an event acts and is answered with nothing; the stream brings the page`()
    async throws
  {
    let cookie = try await web.visitor()
    let response = try await web.event(
      "phone-number", "input", #", "value": "2125550101""#, cookie: cookie)
    #expect(response.status == .noContent)
    #expect(response.body.readableBytes == 0)
    #expect(try await web.page(of: cookie).store.state.auth.phoneNumber == "(212) 555-0101")
  }

  @Test func `a tab whose stream is down gets the page in the answer`() async throws {
    let cookie = try await web.visitor()
    let response = try await web.event(
      "phone-number", "input", #", "value": "212", "down": true"#, cookie: cookie)
    #expect(response.status == .ok)
    let text = String(buffer: response.body)
    let frame = try await web.page(of: cookie).currentFrame()
    #expect(text.hasPrefix("\(frame.id) "))
    #expect(text.contains(#"value="212""#))
  }

  @Test func `a repeated event acts once`() async throws {
    let cookie = try await web.visitor()
    let id = UUID()
    for value in ["1", "2"] {
      let response = try await web.event(
        "phone-number", "input", #", "value": "\#(value)""#, cookie: cookie, id: id)
      #expect(response.status == .noContent)
    }
    #expect(try await web.page(of: cookie).store.state.auth.phoneNumber == "1")
  }

  @Test func `an event from an unknown browser is refused`() async throws {
    #expect(try await web.event("x", "click", cookie: nil).status == .unauthorized)
    let unknown = "lifesignal=\(SessionToken().text)"
    #expect(try await web.event("x", "click", cookie: unknown).status == .unauthorized)
    #expect(try await web.event("x", "click", cookie: "lifesignal=x").status == .unauthorized)
  }

  @Test func `an event from another site is refused`() async throws {
    let cookie = try await web.visitor()
    let response = try await web.application.test(.router) { client in
      try await client.execute(
        uri: "/event", method: .post,
        headers: [.cookie: cookie, HTTPField.Name("Sec-Fetch-Site")!: "cross-site"],
        body: ByteBuffer(string: "{}"))
    }
    #expect(response.status == .forbidden)
  }

  @Test(arguments: ["", "{}", "[]", #"{"id": "no-uuid", "target": "x", "name": "click"}"#])
  func `a malformed event is refused`(body: String) async throws {
    let cookie = try await web.visitor()
    let response = try await web.request(.post, "/event", cookie: cookie, body: body)
    #expect(response.status == .badRequest)
  }

  @Test func `more than an event is refused`() async throws {
    let cookie = try await web.visitor()
    let body = String(repeating: " ", count: BodyLimit.event + 1)
    let response = try await web.request(.post, "/event", cookie: cookie, body: body)
    #expect(response.status == .contentTooLarge)
  }

  @Test func `a session that asks too often waits; no other session does`() async throws {
    let cookie = try await web.visitor()
    let other = try await web.visitor()
    for _ in 0..<RequestLimits.session.burst {
      #expect(try await web.event("x", "click", cookie: cookie).status == .noContent)
    }
    let refused = try await web.event("x", "click", cookie: cookie)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter] == "1")
    #expect(try await web.event("x", "click", cookie: other).status == .noContent)
    web.limits.advance(by: .seconds(1))
    #expect(try await web.event("x", "click", cookie: cookie).status == .noContent)
  }

  @Test func `addresses without a session are limited, browsers with one are not`() async throws {
    let cookie = try await web.visitor()
    for _ in 0..<RequestLimits.address.burst { _ = try await web.request(.get, "/") }
    #expect(try await web.request(.get, "/").status == .tooManyRequests)
    #expect(try await web.request(.get, "/", cookie: cookie).status == .ok)
  }
}
