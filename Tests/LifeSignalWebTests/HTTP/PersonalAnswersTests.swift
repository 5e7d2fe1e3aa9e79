import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

/// What the whole server says of a person, looked at from outside.
@Suite(.timeLimit(.minutes(1))) struct PersonalAnswersTests {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func cookie() async throws -> String {
    _ = try await web.house.member()
    let (_, token) = try await web.house.browser()
    return "lifesignal=\(token.text)"
  }

  @Test(arguments: ["/", "/export", "/timeline.json", "/api/v1/user", "/code", "/nowhere"])
  func `a page and an answer are kept by no browser, and are what they say they are`(
    path: String
  ) async throws {
    for visit in [try await cookie(), nil] {
      let answer = try await web.request(.get, path, cookie: visit)
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.headers[.contentSecurityPolicy] == SecurityHeaders.policy)
      if answer.body.readableBytes > 0 { #expect(answer.headers[.contentType] != nil) }
    }
  }

  @Test func `no cache keeps an answer of the API`() async throws {
    _ = try await web.house.member()
    let (_, token) = try await web.house.browser()
    let answer = try await web.request(
      .get, "/api/v1/user", headers: [.authorization: "Bearer \(token.text)"])
    #expect(answer.status == .ok)
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
  }

  @Test func `no other site is let in to read`() async throws {
    let answer = try await web.request(
      .get, "/api/v1/user", cookie: try await cookie(),
      headers: [.origin: "https://evil.example"])
    #expect(answer.headers[.accessControlAllowOrigin] == nil)
    #expect(answer.headers[.accessControlAllowCredentials] == nil)
  }

  @Test(arguments: ["/", "/api/v1/user", "/check-in"])
  func `a request is not sent back as an echo`(path: String) async throws {
    let answer = try await web.request(
      .trace, path, cookie: try await cookie(), headers: [.userAgent: "echo-me"])
    #expect(answer.status.kind == .clientError)
    #expect(!String(buffer: answer.body).contains("echo-me"))
  }
}
