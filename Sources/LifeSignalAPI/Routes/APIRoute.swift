public import HTTPTypes
public import LifeSignalModel

/// One thing that can be asked over HTTP: method, path, what is sent, what comes back.
///
/// Both sides use the same value, so that they cannot drift. Fields of the input that the path
/// names stand there; the others stand in the query of a GET or DELETE, and in the JSON body
/// otherwise. What stands in a path or a query is text.
public struct APIRoute<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
  public let description: APIRouteDescription

  /// - Parameters:
  ///   - name: of the constant in the table; clients that are generated from the description call
  ///     their functions so.
  ///   - summary: what it does, in whole sentences of English.
  ///   - takesKey: nil for what is usual: each POST of a member does.
  init(
    _ name: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
    by access: APIRouteDescription.Access, isVital: Bool = false, takesKey: Bool? = nil,
    bodyLimit: Int = 16 * 1_024, isStream: Bool = false
  ) {
    description = APIRouteDescription(
      name: name, method: method, path: path, summary: summary, access: access, isVital: isVital,
      takesKey: takesKey ?? (method == .post && access != .visitor), bodyLimit: bodyLimit,
      isStream: isStream, input: WireType(Input.self), output: WireType(Output.self))
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

  public let name: String
  public let method: HTTPRequest.Method
  /// With the names of its parts in braces: "/contacts/{id}".
  public let path: String
  /// What it does, in whole sentences.
  public let summary: String
  public let access: Access
  /// A sign of life or a call for help: has room of its own beside all other requests.
  public let isVital: Bool
  /// Repeats with the same `Idempotency-Key` are one request.
  public let takesKey: Bool
  /// The most bytes of a body.
  public let bodyLimit: Int
  /// Its answer does not end by itself.
  public let isStream: Bool
  let input: WireType
  let output: WireType

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

/// A type as a value that can be compared.
struct WireType: Hashable, Sendable {
  let type: any (Codable & Sendable).Type

  init(_ type: any (Codable & Sendable).Type) {
    self.type = type
  }

  static func == (left: Self, right: Self) -> Bool { left.type == right.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
