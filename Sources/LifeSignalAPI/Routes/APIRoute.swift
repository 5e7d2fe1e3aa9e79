public import HTTPTypes
public import LifeSignalModel

/// One thing that can be asked over HTTP: method, path, what is sent, what comes back.
///
/// Both sides use the same value, so that they cannot drift. Fields of the input that the path
/// names stand there; the others stand in the query of a GET or DELETE, and in the JSON body
/// otherwise. What stands in a path or a query is text.
public struct APIRoute<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
  public let description: APIRouteDescription

  init(
    _ method: HTTPRequest.Method, _ path: String, by access: APIRouteDescription.Access,
    isVital: Bool = false, takesKey: Bool = false, bodyLimit: Int = 16 * 1_024
  ) {
    description = APIRouteDescription(
      method: method, path: path, access: access, isVital: isVital, takesKey: takesKey,
      bodyLimit: bodyLimit)
  }
}

/// What is known of a route without its types.
public struct APIRouteDescription: Hashable, Sendable {
  public enum Access: Hashable, Sendable {
    /// Anybody, counted by network address.
    case visitor
    /// Whoever sends a session's token, or an access token with this scope.
    case token(TokenScope)
    /// Only whoever sends a session's token: what an access token must never do.
    case session
  }

  public let method: HTTPRequest.Method
  /// With the names of its parts in braces: "/contacts/{id}".
  public let path: String
  public let access: Access
  /// A sign of life or a call for help: has room of its own beside all other requests.
  public let isVital: Bool
  /// Repeats with the same `Idempotency-Key` are one request.
  public let takesKey: Bool
  /// The most bytes of a body.
  public let bodyLimit: Int

  /// Whether it asks who it is.
  public var isForMembers: Bool { access != .visitor }

  /// What an access token must be allowed to do; nil where none can help or is needed.
  public var scope: TokenScope? {
    guard case .token(let scope) = access else { return nil }
    return scope
  }

  /// The path with its version in front.
  public var fullPath: String { APIVersion.v1.path + path }
}
