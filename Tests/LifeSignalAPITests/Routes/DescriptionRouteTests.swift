import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import NIOCore
import Testing

@testable import LifeSignalAPI

/// What the server answers against what it says of itself.
@Suite(.timeLimit(.minutes(1))) struct DescriptionRouteTests {
  private let server: TestServer
  private let token: String
  private let document: JSONValue
  private var world: SmallWorld { server.world }

  init() async throws {
    server = try await TestServer()
    token = try await server.signIn(server.world.p)
    document = try OpenAPIDocumentTests.made.get()
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, _ more: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer \(token)"]
    if body != nil { headers[.contentType] = "application/json" }
    for field in more { headers[field.name] = field.value }
    return try await Application(router: server.room.router()).test(.router) { [headers] client in
      try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
  }

  /// What is wrong with an answer; its status has to be among those of its operation.
  private func faults(_ response: TestResponse, of route: APIRouteDescription) throws -> [String] {
    var described = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]?[
      "responses"]?["\(response.status.code)"]
    if case .string(let path)? = described?["$ref"] {
      let name = path.replacing("#/components/responses/", with: "")
      described = document["components"]?["responses"]?[name]
    }
    guard let described else { return ["\(response.status) is not described"] }
    guard response.body.readableBytes > 0 else {
      return described["content"] == nil ? [] : ["no content"]
    }
    let type = response.headers[.contentType] ?? ""
    guard let schema = described["content"]?[type]?["schema"] else { return ["no \(type)"] }
    let value = try APIJSON.decode(
      JSONValue.self, from: Data(response.body.readableBytesView))
    return SchemaCheck(document).faults(value, schema)
  }

  /// A life with something in every list.
  private func live() async throws -> [String: String] {
    try await world.perform(CheckInNow(), by: world.p)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.perform(
      AddThing(
        settings: ThingSettings(name: "Kettle", kind: .plug, before: TimeOfDay(minutes: 600))),
      by: world.p)
    try await world.perform(
      StartTravel(due: world.clock.now + 3_600, note: "Home"), by: world.p)
    try await world.perform(
      CreateAccessToken(name: "Script", scopes: [.read], life: 3_600), by: world.p)
    let alarm = try await world.engine.raiseAlert(of: world.p)
    try await world.settle()
    return ["{id}": "\(alarm.id)", "{qrCode}": "unknown", "{key}": "k"]
  }

  @Test func `every answer of a route that reads is as described`() async throws {
    let gaps = try await live()
    var read = 0
    for route in APITable.all where route.method == .get && !route.isStream {
      var path = gaps.reduce(route.path) { $0.replacing($1.key, with: $1.value) }
      if route.path == "/contacts/{id}" { path = "/contacts/\(world.r1)" }
      // One's own are among those one may read.
      if route.path == "/contacts/{id}/alarms" { path = "/contacts/\(world.p)/alarms" }
      let query = "?limit=5&zone=Europe%2FBerlin&at=2026-01-05T08%3A00%3A00.000Z"
      let response = try await ask(.get, route.fullPath.replacing(route.path, with: path) + query)
      #expect(try faults(response, of: route).isEmpty, "\(route.path)")
      if response.status == .ok { read += 1 }
    }
    // Of a code and of a picture there are none, passkeys are not offered, a proof has no words.
    #expect(read == APITable.all.count { $0.method == .get && !$0.isStream } - 4)
  }

  @Test(arguments: [
    ("/check-ins", "{}"), ("/alert", nil),
    ("/things", #"{"name": "Kettle", "kind": "plug", "counts": true, "isOn": true}"#),
    ("/user/access-tokens", #"{"name": "Script", "scopes": ["read"], "life": 3600}"#),
    ("/user/qr-code", nil), ("/pings", #"{"dependent": "4711"}"#), ("/travel", "{}"),
    ("/contacts", #"{"qrCode": "?", "isResponder": true, "isDependent": false}"#),
  ])
  func `every answer of a route that writes is as described`(
    path: String, body: String?
  ) async throws {
    let route = try #require(APITable.all.first { $0.method == .post && $0.path == path })
    let response = try await ask(.post, route.fullPath, body)
    #expect(try faults(response, of: route).isEmpty)
  }

  @Test func `it is there for everybody, and sent again only when it has changed`() async throws {
    let first = try await ask(.get, "/api/openapi.json", nil, [.authorization: ""])
    #expect(first.status == .ok)
    #expect(first.headers[.contentType] == "application/json")
    #expect(Data(first.body.readableBytesView) == (try OpenAPIDocument().json))
    let tag = try #require(first.headers[.eTag])
    let again = try await ask(.get, "/api/openapi.json", nil, [.ifNoneMatch: "\"x\", \(tag)"])
    #expect(again.status == .notModified && again.body.readableBytes == 0)
    let other = try await ask(.get, "/api/openapi.json", nil, [.ifNoneMatch: "\"x\""])
    #expect(other.status == .ok)
  }

  @Test func `another method is answered with those there are`() async throws {
    let user = try await ask(.patch, "/api/v1/user")
    #expect(user.status == .methodNotAllowed)
    #expect(user.headers[.allow] == "GET, HEAD")
    #expect(user.headers[.contentType] == "application/problem+json")
    let alert = try await ask(.put, "/api/v1/alert", "{}")
    #expect(alert.headers[.allow] == "DELETE, GET, HEAD, POST")
  }

  @Test func `a picture the caller cannot see is not found`() async throws {
    #expect(try await ask(.get, "/api/v1/pictures/none").status == .notFound)
  }

  @Test func `a stream begins with all topics, whatever its reader has seen`() async throws {
    let (world, token) = (world, token)
    try await server.onLoopback { makeConnection in
      let connection = makeConnection()
      connection.session.begin(APICredential(token: token, person: world.p, session: "0"))
      for seen in [nil, "1", "4711"] as [String?] {
        var head = try connection.request(for: APITable.changes, Empty()).request.head
        head.headerFields[HTTPField.Name("Last-Event-ID")!] = seen
        let (response, pieces) = try await connection.transport.stream(head)
        #expect(response.status == .ok)
        var iterator = pieces.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        let text = String(decoding: first, as: UTF8.self)
        #expect(text == "id: 1\nevent: change\ndata: \(APITopic.text(.all))\n\n")
      }
    }
  }
}
