package import Foundation
import HTTPTypes
import LifeSignalModel

/// The description of the API in OpenAPI 3.1, written from ``APITable``: it contains every entry of
/// the table and nothing else.
package struct OpenAPIDocument: Sendable {
  /// Where a server shows it.
  package static let path = "/api/openapi.json"

  /// As it is served; keys in alphabetical order, so that the same table is the same bytes.
  package let json: Data

  /// - Throws: ``SchemaProblem`` for a type of the wire without a description.
  package init(of routes: [APIRouteDescription] = APITable.all) throws {
    let book = SchemaBook()
    _ = try book.visit(Problem.self)
    _ = try book.visit(Refusal.self)
    var paths: [String: JSONValue] = [:]
    for route in routes {
      let method = route.method.rawValue.lowercased()
      var item = paths[route.path] ?? [:]
      item[method] = try Self.operation(route, book)
      paths[route.path] = item
    }
    let document: JSONValue = [
      "openapi": "3.1.0",
      "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
      "info": Self.info,
      "servers": [["url": .string(APIVersion.v1.path)]],
      "tags": Self.tags(routes),
      "paths": .object(paths),
      "components": [
        "schemas": .object(book.components),
        "responses": .object(Self.problems),
        "parameters": ["IdempotencyKey": Self.idempotencyKey],
        "securitySchemes": Self.securitySchemes,
      ],
    ]
    json = try APIJSON.encode(document)
  }

  private static let info: JSONValue = [
    "title": "LifeSignal",
    "version": .string(APIVersion.v1.rawValue),
    "summary": "A network of people who look after each other.",
    "description": """
    JSON over HTTP for everything the app can do.

    Instants are RFC 3339 in UTC with milliseconds; lengths are seconds; identifiers are text. What is \
    left out of an object may also be null. Readers leave out properties they do not know: later \
    servers say more. Errors are `application/problem+json` (RFC 9457).

    Each session and each access token may ask 100 times a minute and 200 times at once, a token to \
    change something 30 times a minute and 60 times at once; signs of life have room of their own. A body may have 16 KiB where `x-body-limit` does not say otherwise.
    """,
  ]

  private static let securitySchemes: JSONValue = [
    "session": [
      "type": "http", "scheme": "bearer",
      "description": "The token of a session, from `POST /auth/sessions`. May do everything.",
    ],
    "accessToken": [
      "type": "http", "scheme": "bearer", "bearerFormat": "lsp_",
      "description": .string(
        "An access token that a person has made for a program. An operation names the scope it needs, "
          + "one of " + TokenScope.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
          + "; no scope contains another. Operations that name none are for sessions alone."),
    ],
  ]

  private static let idempotencyKey: JSONValue = [
    "name": "Idempotency-Key", "in": "header", "required": false,
    "schema": ["type": "string", "minLength": 1, "maxLength": 64],
    "examples": ["random": ["value": "9c0f6a52-0c4b-4d4e-8a38-1f7f2f0d6f11"]],
    "description": """
    Names the request over all its repeats, for a day: a repeat is answered as the first was and does \
    nothing. Refused requests keep no key.
    """,
  ]

  private static func tags(_ routes: [APIRouteDescription]) -> JSONValue {
    .array(Set(routes.map(\.tag)).sorted().map { ["name": .string($0)] })
  }
}

extension APIRouteDescription {
  /// Its subject: the first part of its path.
  var tag: String { path.split(separator: "/").first.map(String.init) ?? "" }
}
