import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

@Suite struct `Security headers` {
  private func application(overTLS: Bool) -> some ApplicationProtocol {
    let router = Router(context: WebContext.self)
    router.add(middleware: SecurityHeaders(overTLS: overTLS))
    router.add(middleware: ErrorPages(stylesheet: "/assets/app.css"))
    router.get("/") { _, _ in "hello" }
    return Application(router: router)
  }

  @Test(arguments: ["/", "/missing"])
  func `every answer carries the strict policy, an error page too`(path: String) async throws {
    try await application(overTLS: false).test(.router) { client in
      let response = try await client.execute(uri: path, method: .get)
      #expect(
        response.headers[.contentSecurityPolicy] == """
          default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
          connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
          frame-ancestors 'none'; object-src 'none'
          """)
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      #expect(response.headers[HTTPField.Name("Referrer-Policy")!] == "no-referrer")
      #expect(response.headers[HTTPField.Name("Permissions-Policy")!] != nil)
      #expect(response.headers[.cacheControl] == "no-store")
    }
  }

  @Test(arguments: [true, false])
  func `transport security is promised only over TLS`(overTLS: Bool) async throws {
    try await application(overTLS: overTLS).test(.router) { client in
      let response = try await client.execute(uri: "/", method: .get)
      #expect((response.headers[.strictTransportSecurity] != nil) == overTLS)
    }
  }

  @Test func `it is promised for a year, and for every host below`() async throws {
    try await application(overTLS: true).test(.router) { client in
      let field = try await client.execute(uri: "/", method: .get).headers[
        .strictTransportSecurity]
      let parts = try #require(field).split(separator: "; ")
      let age = parts.first.flatMap { $0.split(separator: "=").last }.flatMap { Int($0) } ?? 0
      #expect(age >= 31_536_000)
      #expect(parts.contains("includeSubDomains"))
    }
  }

  @Test func `no other site shares a window with ours, or takes our answers in`() async throws {
    try await application(overTLS: false).test(.router) { client in
      let headers = try await client.execute(uri: "/", method: .get).headers
      #expect(headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] == "same-origin")
      #expect(headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
    }
  }
}
