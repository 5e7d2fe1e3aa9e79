import Foundation
import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalAPI

@Suite struct APIRouteTests {
  private let history = APIRoute(GetAlertHistory.self)

  @Test func `fields that the path names go there, the rest into query or body`() throws {
    #expect(
      try APIRoute(GetContact.self).message(for: GetContact(id: "a/b ü"))
        == RouteMessage(path: "/api/v1/contacts/a%2Fb%20%C3%BC", body: nil))
    #expect(
      try history.message(for: GetAlertHistory(limit: 5)).path == "/api/v1/alerts?limit=5")
    #expect(try history.message(for: GetAlertHistory()).path == "/api/v1/alerts")
    let roles = try APIRoute(UpdateContact.self).message(
      for: UpdateContact(id: "3", isResponder: true, isDependent: false))
    #expect(roles.path == "/api/v1/contacts/3/roles")
    #expect(
      roles.body == Data(#"{"isDependent":false,"isResponder":true}"#.utf8))
  }

  @Test func `an input is put together again`() throws {
    let roles = try APIRoute(UpdateContact.self).input(
      texts: ["id": "3"], body: Data(#"{"isDependent":false,"isResponder":true}"#.utf8))
    #expect(roles == UpdateContact(id: "3", isResponder: true, isDependent: false))
    #expect(
      try history.input(texts: ["limit": "5"], body: Data()).limit == APICount(5))
    #expect(try history.input(texts: [:], body: Data()).limit == nil)
    #expect(throws: (any Error).self) {
      try history.input(texts: ["limit": "-1"], body: Data())
    }
    #expect(throws: (any Error).self) {
      try APIRoute(UpdateContact.self).input(texts: ["id": "3"], body: Data("[]".utf8))
    }
  }

  @Test func `a path without its part is not asked`() {
    #expect(throws: APITransportError.unreadable) {
      try APIRoute(GetContact.self).message(for: GetContact(id: ""))
    }
  }

  @Test func `no two routes are the same, and only visitors' ones need no token`() {
    let routes = APITable.all
    #expect(Set(routes.map { "\($0.method) \($0.path)" }).count == routes.count)
    #expect(
      routes.filter { $0.access == .visitor }.map(\.path) == [
        "/auth/sessions", "/auth/passkey/questions", "/auth/passkey/sessions", "/code",
        "/auth/codes", "/auth/email-codes", "/invitations/read", "/invitations/codes",
      ])
    // What a member posts, but for what is harmless twice; and the end of an alert.
    let harmless = ["respondToPing", "respondToAllPings", "arrive"]
    #expect(
      routes.filter(\.takesKey).map(\.name)
        == routes.filter {
          $0.method == .post && $0.access != .visitor && !harmless.contains($0.name)
            || $0.method == .delete && $0.path == "/alert"
        }.map(\.name))
  }

  @Test func `the list of the table is the document's`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
    for route in APITable.all {
      #expect(
        document.contains("| `\(route.method) \(route.path)` |"),
        "\(route.method) \(route.path) is not in docs/api.md")
    }
  }
}
