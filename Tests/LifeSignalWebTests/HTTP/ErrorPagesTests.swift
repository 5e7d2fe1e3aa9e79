import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

@Suite struct `Error pages` {
  private struct Secret: Error, CustomStringConvertible {
    let description = "+4915112345678 is ill"
  }

  private func response(_ path: String, accept: String? = nil) async throws -> TestResponse {
    let router = Router(context: WebContext.self)
    router.add(middleware: ErrorPages(stylesheet: "/assets/app.css?v=1"))
    router.get("/secret") { _, _ -> String in throw Secret() }
    router.get("/busy") { _, _ -> String in
      throw HTTPError(.tooManyRequests, headers: [.retryAfter: "3"])
    }
    return try await Application(router: router).test(.router) { client in
      let headers: HTTPFields = accept.map { [.accept: $0] } ?? [:]
      return try await client.execute(uri: path, method: .get, headers: headers)
    }
  }

  @Test func `a person gets a page, a program a line`() async throws {
    let page = try await response("/missing", accept: "text/html,*/*;q=0.8")
    #expect(page.status == .notFound)
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(String(buffer: page.body).contains("<h1>Not found</h1>"))
    #expect(String(buffer: page.body).contains(#"href="/assets/app.css?v=1""#))

    let line = try await response("/missing")
    #expect(line.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(String(buffer: line.body) == "Not found\n")
  }

  @Test func `an unexpected error is a 500 that tells nothing`() async throws {
    let page = try await response("/secret", accept: "text/html")
    #expect(page.status == .internalServerError)
    #expect(!String(buffer: page.body).contains("+49"))
    #expect(!String(buffer: page.body).contains("Secret"))
  }

  @Test func `a refusal keeps its headers`() async throws {
    let page = try await response("/busy")
    #expect(page.status == .tooManyRequests)
    #expect(page.headers[.retryAfter] == "3")
  }
}
