import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

@Suite struct `Same-origin check` {
  /// The router test client calls the host `localhost`.
  private static let site = HTTPField.Name("Sec-Fetch-Site")!

  private func status(
    _ method: HTTPRequest.Method, _ headers: HTTPFields, overTLS: Bool = false
  ) async throws -> HTTPResponse.Status {
    let router = Router(context: WebContext.self)
    router.add(middleware: ErrorPages(stylesheet: ""))
    router.add(middleware: SameOriginCheck(overTLS: overTLS))
    router.get("/") { _, _ in "read" }
    router.post("/") { _, _ in "changed" }
    return try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/", method: method, headers: headers).status
    }
  }

  @Test func `reading needs no proof`() async throws {
    #expect(try await status(.get, [Self.site: "cross-site"]) == .ok)
  }

  @Test func `a form of our own page passes`() async throws {
    #expect(try await status(.post, [Self.site: "same-origin"]) == .ok)
  }

  @Test(arguments: ["cross-site", "same-site", "none", "", "SAME-ORIGIN"])
  func `a change asked for from elsewhere is refused`(site: String) async throws {
    #expect(
      try await status(.post, [Self.site: site, .origin: "http://localhost"]) == .forbidden)
  }

  @Test func `over TLS the origin of the unprotected site is another one`() async throws {
    #expect(try await status(.post, [.origin: "http://localhost"], overTLS: true) == .forbidden)
    #expect(try await status(.post, [.origin: "https://localhost:443"], overTLS: true) == .ok)
  }

  @Test func `a change without any proof is refused`() async throws {
    #expect(try await status(.post, [:]) == .forbidden)
  }

  @Test(arguments: ["http://localhost", "http://LOCALHOST:80"])
  func `an older browser passes with our origin`(origin: String) async throws {
    #expect(try await status(.post, [.origin: origin]) == .ok)
  }

  @Test(arguments: [
    "http://evil.example", "null", "", "http://localhost.evil.example", "http://localhost:81",
    "http://", "file://localhost", "https://localhost",
  ])
  func `an older browser with another origin is refused`(origin: String) async throws {
    #expect(try await status(.post, [.origin: origin]) == .forbidden)
  }
}
