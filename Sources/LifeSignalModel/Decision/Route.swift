/// Where a command or a query is on the HTTP API, and who may use it there.
///
/// Fields that the path names are in the path; the others are in the query of a GET or DELETE, and
/// in the JSON body otherwise.
public struct Route: Hashable, Sendable {
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  public enum Access: Hashable, Sendable {
    /// Everyone, counted by network address.
    case visitor
    /// Callers with a session's token, or with an access token of this scope.
    case token(TokenScope)
    /// Only callers with a session's token: an access token must never do this.
    case session
  }

  public var method: Method
  /// With the names of its parts in braces: "/contacts/{id}".
  public var path: String
  /// Its effect, in whole sentences.
  public var summary: String
  public var access: Access
  public var terms: Terms
  /// Repeats with the same `Idempotency-Key` are one request.
  public var takesKey: Bool
  /// The session that sends it is over after it: its page becomes a visitor's.
  public var endsSession: Bool
  /// Its name in the API's description, if it is not the command's.
  public var operation: String?

  /// - Parameter takesKey: nil for the usual: every POST of a member takes one.
  public init(
    _ method: Method, _ path: String, summary: String, for access: Access, _ terms: Terms,
    takesKey: Bool? = nil, endsSession: Bool = false, operation: String? = nil
  ) {
    self.method = method
    self.path = path
    self.summary = summary
    self.access = access
    self.terms = terms
    self.takesKey = takesKey ?? (method == .post && access != .visitor)
    self.endsSession = endsSession
    self.operation = operation
  }

  /// Where a query is.
  public static func get(_ path: String, summary: String, for access: Access) -> Route {
    Route(.get, path, summary: summary, for: access, .ordinary)
  }
}
