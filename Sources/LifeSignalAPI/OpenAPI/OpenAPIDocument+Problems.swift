extension OpenAPIDocument {
  /// The answers that are problems, by their names in the document.
  static var problems: [String: JSONValue] {
    var problems: [String: JSONValue] = [:]
    for (status, name, words) in statuses {
      var response: JSONValue = [
        "description": .string(words),
        "content": [
          "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ],
      ]
      response["headers"] = headers(status)
      problems[name] = response
    }
    return problems
  }

  static func problemName(_ status: Int) -> String {
    statuses.first { $0.status == status }?.name ?? "InternalError"
  }

  private static let statuses: [(status: Int, name: String, words: String)] = [
    (400, "InvalidRequest", "Not what the operation takes, or against its rules."),
    (401, "Unauthenticated", "No token, or one that opens nothing (any more)."),
    (403, "NotAllowed", "Not for the caller, or the access token lacks the scope."),
    (404, "NotFound", "Not there, or not for the caller to see: they cannot tell which."),
    (409, "NotPossibleNow", "Not possible as things are, or the same request is being answered."),
    (413, "TooLarge", "The body is larger than the operation takes."),
    (415, "UnsupportedMediaType", "The body is not `application/json`."),
    (422, "KeyUsedBefore", "The idempotency key was used for another request."),
    (429, "TooManyRequests", "Too many requests; `retryAfter` says how long to wait."),
    (500, "InternalError", "Something went wrong in the server."),
    (
      503, "NotAvailable",
      "The server cannot store or read anything now; `retryAfter` says how long to wait."
    ),
  ]

  private static func headers(_ status: Int) -> JSONValue? {
    switch status {
    case 401, 403:
      [
        "WWW-Authenticate": [
          "schema": ["type": "string"],
          "description": "What would have helped (RFC 6750, 3).",
        ]
      ]
    case 409, 429, 503:
      [
        "Retry-After": [
          "schema": ["type": "integer", "minimum": 1],
          "description": "Seconds to wait, where waiting helps.",
        ]
      ]
    default: nil
    }
  }
}
