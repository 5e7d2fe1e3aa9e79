import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import NIOCore
import Testing

@Suite struct `Reading a camera's frame` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func member() async throws -> String {
    _ = try await web.house.member()
    let (_, token) = try await web.house.browser()
    return "lifesignal=\(token.text)"
  }

  private func read(_ body: String, cookie: String?) async throws -> TestResponse {
    try await web.request(.post, "/codes/read", cookie: cookie, body: body)
  }

  private let empty = "P5\n16 16\n255\n" + String(repeating: "x", count: 256)

  @Test func `only a member may ask`() async throws {
    #expect(try await read(empty, cookie: nil).status == .unauthorized)
    #expect(try await read(empty, cookie: web.visitor()).status == .unauthorized)
  }

  @Test func `a frame without a code has no content, and no frame is a bad request`() async throws {
    let cookie = try await member()
    #expect(try await read(empty, cookie: cookie).status == .noContent)
    #expect(try await read("hello", cookie: cookie).status == .badRequest)
  }

  @Test func `a frame that is too large is refused`() async throws {
    let cookie = try await member()
    let large = String(repeating: "x", count: GreyFrame.maximumBytes + 1)
    #expect(try await read(large, cookie: cookie).status == .contentTooLarge)
  }

  @Test func `frames have a limit of their own, and leave room for the page`() async throws {
    let cookie = try await member()
    for _ in 0..<20 { #expect(try await read(empty, cookie: cookie).status == .noContent) }
    let refused = try await read(empty, cookie: cookie)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter] != nil)
    #expect(try await web.event("tab-profile", "click", cookie: cookie).status == .noContent)
  }

  @Test func `another site's page cannot ask`() async throws {
    let cookie = try await member()
    let answer = try await web.application.test(.router) { client in
      try await client.execute(
        uri: "/codes/read", method: .post,
        headers: [.cookie: cookie, HTTPField.Name("Sec-Fetch-Site")!: "cross-site"],
        body: ByteBuffer(string: empty))
    }
    #expect(answer.status == .forbidden)
  }
}
