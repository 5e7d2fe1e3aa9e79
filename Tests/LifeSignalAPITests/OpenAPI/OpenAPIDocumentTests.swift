import Foundation
import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalAPI

/// The description against the table it is written from.
@Suite struct OpenAPIDocumentTests {
  /// Made once: it asks every type of the wire.
  static let made = Result {
    try APIJSON.decode(JSONValue.self, from: try OpenAPIDocument().json)
  }
  private let document: JSONValue

  init() throws {
    document = try Self.made.get()
  }

  private func operation(_ route: APIRouteDescription) -> JSONValue? {
    document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
  }

  private func names(_ value: JSONValue?) -> Set<String> {
    guard case .object(let fields)? = value else { return [] }
    return Set(fields.keys)
  }

  private func list(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let items)? = value else { return [] }
    return items
  }

  @Test func `every route of the table is in it once, and nothing else is`() throws {
    let paths = names(document["paths"])
    #expect(paths == Set(APITable.all.map(\.path)))
    let operations = paths.reduce(0) { $0 + names(document["paths"]?[$1]).count }
    #expect(operations == APITable.all.count)
    #expect(Set(APITable.all.map(\.name)).count == APITable.all.count)
    for route in APITable.all {
      #expect(operation(route)?["operationId"] == .string(route.name), "\(route.path)")
    }
  }

  @Test(arguments: APITable.all)
  func `each operation lists its own statuses and no others`(route: APIRouteDescription) throws {
    let success = route.output.type == Empty.self && !route.isStream ? "204" : "200"
    #expect(
      names(operation(route)?["responses"])
        == Set(route.problems.map(String.init)).union([success]))
    let isForMembers = route.access != .visitor
    #expect(route.problems.contains(401) == isForMembers)
    #expect(route.problems.contains(422) == route.takesKey)
  }

  @Test(arguments: ["currentUser", "getPasskeys", "getPings"])
  func `Reading one's own values without a field never misses`(name: String) throws {
    let route = try #require(APITable.all.first { $0.name == name })
    #expect(!route.problems.contains(404) && !route.problems.contains(409))
  }

  @Test(arguments: APITable.all)
  func `each operation names the scope it needs`(route: APIRouteDescription) {
    let security = operation(route)?["security"]
    switch route.access {
    case .visitor: #expect(security == [])
    case .session: #expect(security == [["session": []]])
    case .token(let scope):
      #expect(security == [["session": []], ["accessToken": [.string(scope.rawValue)]]])
    }
  }

  @Test(arguments: APITable.all)
  func `each operation is described in a sentence`(route: APIRouteDescription) {
    #expect(route.summary.first?.isUppercase == true && route.summary.last == ".")
  }

  @Test func `a member's POST takes a key, and so does the end of an alert`() {
    let key: JSONValue = ["$ref": "#/components/parameters/IdempotencyKey"]
    // Harmless twice, and not to be taken for one.
    let harmless = ["respondToPing", "respondToAllPings", "arrive"]
    for route in APITable.all {
      let takesKey =
        (route.method == .post && route.access != .visitor && !harmless.contains(route.name))
        || route.name == "deactivateAlert"
      #expect(list(operation(route)?["parameters"]).contains(key) == takesKey, "\(route.path)")
    }
  }

  @Test func `fields in the path are parameters, and the rest is the body or the query`() {
    let roles = operation(APIRoute(UpdateContact.self).description)
    #expect(list(roles?["parameters"]).compactMap { $0["name"] } == ["id"])
    let body = roles?["requestBody"]?["content"]?["application/json"]?["schema"]
    #expect(names(body?["properties"]) == ["isResponder", "isDependent"])
    #expect(body?["required"] == ["isDependent", "isResponder"])
    let activity = operation(APITable.getActivity.description)
    #expect(list(activity?["parameters"]).compactMap { $0["name"] } == ["before", "limit"])
    #expect(list(activity?["parameters"]).compactMap { $0["required"] } == [false, true])
    #expect(activity?["requestBody"] == nil)
  }

  @Test func `every reference leads somewhere`() {
    func check(_ value: JSONValue) {
      switch value {
      case .object(let fields):
        if case .string(let path)? = fields["$ref"] {
          let parts = path.split(separator: "/").dropFirst().map(String.init)
          #expect(parts.reduce(document) { $0[$1] ?? .null } != .null, "\(path)")
        }
        fields.values.forEach(check)
      case .array(let items): items.forEach(check)
      default: break
      }
    }
    check(document)
  }

  @Test func `every note is about a type of the document, or about an input`() {
    let types = names(document["components"]?["schemas"])
      .union(APITable.all.map { String(describing: $0.input.type) })
    for name in SchemaNotes.all.keys { #expect(types.contains(name), "\(name)") }
  }

  @Test func `every refusal is named`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Sources/LifeSignalModel/Decision/Refusal.swift"),
      encoding: .utf8)
    let cases = source.split(separator: "public enum Code")[0]
      .matches(of: /\n  case (\w+)/).map { String($0.1) }
    #expect(cases.count > 100)
    #expect(Set(cases) == names(document["components"]?["schemas"]?["Refusal"]?["properties"]))
  }

  @Test(arguments: ProblemTests.refusals + [.keyUsedBefore, .insufficientScope(needed: .ping)])
  func `every problem is as described`(refusal: Refusal) throws {
    let data = try APIJSON.encode(Problem(refusal))
    let value = try APIJSON.decode(JSONValue.self, from: data)
    let faults = SchemaCheck(document).faults(value, ["$ref": "#/components/schemas/Problem"])
    #expect(faults.isEmpty)
  }

  @Test func `a value that is not as described is found`() {
    let check = SchemaCheck(document)
    let ping: JSONValue = ["$ref": "#/components/schemas/PingData"]
    #expect(!check.faults(["id": "1"], ping).isEmpty)
    let whole: JSONValue = [
      "id": "1", "senderID": "2", "recipientID": "3", "status": "Pending",
      "timestamp": "2026-01-05T08:00:00.000Z",
    ]
    #expect(check.faults(whole, ping).isEmpty)
    #expect(!check.faults(whole.merging(["status": "Lost"]), ping).isEmpty)
    #expect(!check.faults(whole.merging(["timestamp": "today"]), ping).isEmpty)
    #expect(!check.faults(whole.merging(["more": 1]), ping).isEmpty)
  }

  @Test func `the same table is the same bytes`() throws {
    #expect(try OpenAPIDocument().json == OpenAPIDocument().json)
  }
}
