import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel

extension OpenAPIDocument {
  static func operation(_ route: APIRouteDescription, _ book: SchemaBook) throws -> JSONValue {
    var (properties, required) = try book.fields(of: route.input.type)
    var parameters: [JSONValue] = []
    for name in route.pathNames {
      // A value in a path is text, and never empty.
      parameters.append(
        parameter(name, in: "path", properties.removeValue(forKey: name), isRequired: true))
      required.remove(name)
    }
    var operation: JSONValue = [
      "operationId": .string(route.name),
      "summary": .string(route.summary),
      "tags": [.string(route.tag)],
      "security": security(of: route),
      "x-rate-limit": .string(
        route.isVital ? "vital" : route.isForMembers ? "session" : "network"),
    ]
    if route.hasBody {
      if !properties.isEmpty {
        operation["requestBody"] = [
          "required": .bool(!required.isEmpty),
          "content": ["application/json": ["schema": SchemaBook.object(properties, required)]],
        ]
        operation["x-body-limit"] = .integer(Int64(route.bodyLimit))
      }
    } else {
      for (name, schema) in properties.sorted(by: { $0.key < $1.key }) {
        parameters.append(
          parameter(name, in: "query", schema, isRequired: required.contains(name)))
      }
    }
    if route.takesKey { parameters.append(["$ref": "#/components/parameters/IdempotencyKey"]) }
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }

    var responses = try success(of: route, book)
    for status in route.problems {
      responses["\(status)"] = ["$ref": .string("#/components/responses/\(problemName(status))")]
    }
    operation["responses"] = .object(responses)
    return operation
  }

  private static func parameter(
    _ name: String, in place: String, _ schema: JSONValue?, isRequired: Bool
  ) -> JSONValue {
    var schema = schema ?? ["type": "string"]
    var parameter: JSONValue = [
      "name": .string(name), "in": .string(place), "required": .bool(isRequired),
    ]
    if let words = schema["description"], schema["$ref"] == nil {
      parameter["description"] = words
      schema["description"] = nil
    }
    // There is no null in a path or a query.
    if case .array(let types)? = schema["type"], let type = types.first { schema["type"] = type }
    if case .array(let choices)? = schema["anyOf"], let choice = choices.first { schema = choice }
    if place == "path", schema["type"] == "string" { schema["minLength"] = 1 }
    parameter["schema"] = schema
    return parameter
  }

  private static func success(
    of route: APIRouteDescription, _ book: SchemaBook
  ) throws -> [String: JSONValue] {
    if route.isStream { return ["200": stream] }
    guard route.output.type != Empty.self else {
      return ["204": ["description": "Done. There is nothing to say."]]
    }
    let schema = try book.visit(route.output.type).schema
    return [
      "200": [
        "description": "The answer.", "content": ["application/json": ["schema": schema]],
      ]
    ]
  }

  private static let stream: JSONValue = [
    "description": .string(
      """
      Server-sent events. `change` names the topics that are out of date, with blanks between them: \
      read them afresh over their own operations. A connection begins with all topics, so nothing is \
      missed that changed while there was none, and `Last-Event-ID` is not needed to resume. `beat` \
      comes every 20 seconds with the server's time in milliseconds. The stream ends with its session \
      or token. Topics are \(APITopic.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "));
      leave out those you do not know.
      """),
    "content": [
      "text/event-stream": [
        // One event, as readers of such streams see it.
        "schema": [
          "type": "object", "required": ["event", "data"],
          "properties": [
            "id": ["type": "string"], "event": ["type": "string", "examples": ["change", "beat"]],
            "data": ["type": "string"],
          ],
        ],
        "example": "id: 1\nevent: change\ndata: user pings\n\nevent: beat\ndata: 1767600000000\n\n",
      ]
    ],
  ]

  private static func security(of route: APIRouteDescription) -> JSONValue {
    switch route.access {
    case .visitor: []
    case .session: [["session": []]]
    case .token(let scope): [["session": []], ["accessToken": [.string(scope.rawValue)]]]
    }
  }
}

extension APIRouteDescription {
  /// The names in its path's braces.
  var pathNames: [String] {
    path.split(separator: "/").filter { $0.first == "{" }.map {
      String($0.dropFirst().dropLast())
    }
  }

  /// The statuses of its problems, lowest first.
  ///
  /// A method the path does not have (405) is no operation of the document.
  package var problems: [Int] {
    // Reading one's own values finds them, as long as there is a session.
    let mayMiss = method != .get || input.hasFields
    var statuses = [400, 413, 415, 429, 500, 503]
    if isForMembers { statuses += [401, 403] }
    if mayMiss { statuses += [404, 409] }
    if takesKey { statuses.append(422) }
    return statuses.sorted()
  }
}
