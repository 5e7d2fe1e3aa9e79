import Composable
import ComposableTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ManyTimersFeatures
import NIOCore
import Testing

@testable import ManyTimersWeb

@Suite struct RoutesTests {
  private let folder: TemporaryFolder
  private let documents: OpenDocuments
  private let app: WebApp

  init() throws {
    folder = try TemporaryFolder()
    documents = openDocuments(TestClock())
    app = try WebApp(documents, folder: folder.url)
  }

  private func request(
    _ path: String, _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:],
    body: String = ""
  ) async throws -> TestResponse {
    try await Application(router: app.router()).test(.router) { client in
      try await client.execute(
        uri: path, method: method, headers: headers, body: ByteBuffer(string: body))
    }
  }

  private let ours: HTTPFields = [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"]

  @Test func `a page carries a policy without anything inline`() async throws {
    let response = try await request("/")
    #expect(response.status == .ok)
    #expect(response.headers[.contentSecurityPolicy] == Guards.policy)
    #expect(!Guards.policy.contains("unsafe"))
    let html = String(buffer: response.body)
    #expect(html.contains(#"<script type="module" src="/assets/client.js"></script>"#))
    #expect(!html.contains(" style="))
  }

  @Test(arguments: ["client.js", "morph.js", "clock.js", "timers.css", "icon.svg"])
  func `the files of a page are there`(name: String) async throws {
    #expect(try await request("/assets/\(name)").status == .ok)
  }

  @Test func `other files are not`() async throws {
    #expect(try await request("/assets/none.js").status == .notFound)
    #expect(try await request("/assets/..%2FPackage.swift").status == .notFound)
  }

  @Test func `only this machine's own pages are answered`() async throws {
    try folder.put(
      "Tea.timer", #"{"version": 1, "name": "Tea", "duration": 180, "remaining": 180}"#)
    let elsewhere: HTTPFields = [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"]
    for headers in [[:], elsewhere, [.origin: "http://evil.example"]] as [HTTPFields] {
      let response = try await request("/open", .post, headers, body: "file=Tea.timer")
      #expect(response.status == .forbidden)
    }
    #expect(documents.all.isEmpty)
    let response = try await request("/open", .post, ours, body: "file=Tea.timer")
    #expect(response.status == .seeOther)
    let id = try #require(documents.all.first?.state.id)
    #expect(response.headers[.location] == "/documents/\(id)")
    #expect(try await request("/documents/\(id)").status == .ok)
  }

  /// A page of another site may give a name of its own to this machine (DNS rebinding).
  @Test(arguments: [
    ("127.0.0.1:8092", true), ("LOCALHOST", true), ("[::1]:80", true),
    ("rebound.example:8092", false),
    ("127.0.0.1.evil.example", false), ("", false),
  ])
  func `only names of this machine are answered`(host: String, isAnswered: Bool) {
    let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/")
    #expect(Guards.permits(Request(head: head, body: .init(buffer: ByteBuffer()))) == isAnswered)
  }

  @Test(arguments: ["None.timer", "../Tea.timer", "/etc/passwd", ""])
  func `only the folder's documents are opened`(name: String) async throws {
    let response = try await request("/open", .post, ours, body: "file=\(name)")
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/")
    #expect(documents.all.isEmpty)
    let shelf = String(buffer: try await request("/").body)
    #expect(shelf.contains("There is no “\(name)”."))
  }

  @Test func `a document that is closed leads back, and its tabs are told`() async throws {
    for id in ["\(UUID())", "none"] {
      let page = try await request("/documents/\(id)")
      #expect(page.status == .seeOther)
      #expect(page.headers[.location] == "/")
      #expect(try await request("/documents/\(id)/live").status == .unauthorized)
      #expect(try await request("/documents/\(id)/event", .post, ours).status == .unauthorized)
    }
  }

  @Test func `an event that is none is refused`() async throws {
    #expect(try await request("/event", .post, ours, body: "{}").status == .badRequest)
  }
}
