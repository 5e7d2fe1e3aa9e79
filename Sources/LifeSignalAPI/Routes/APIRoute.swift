public import HTTPTypes
public import LifeSignalModel

/// One request over HTTP: method, path, input and output.
///
/// Both sides use the same value, so that they cannot drift. Fields of the input that the path
/// names are in the path; the others are in the query of a GET or DELETE, and in the JSON body
/// otherwise. Values in a path or a query are text.
public struct APIRoute<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
  public let description: APIRouteDescription

  /// - Parameters:
  ///   - name: the constant's name in the table; clients that are generated from the description
  ///     name their functions after it.
  ///   - summary: its effect, in whole English sentences.
  ///   - takesKey: nil for the default: each POST of a member takes one.
  init(
    _ name: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
    by access: Route.Access, isVital: Bool = false, takesKey: Bool? = nil,
    bodyLimit: Int = 16 * 1_024, isStream: Bool = false
  ) {
    description = APIRouteDescription(
      name: name, method: method, path: path, summary: summary, access: access, isVital: isVital,
      takesKey: takesKey ?? (method == .post && access != .visitor), bodyLimit: bodyLimit,
      isStream: isStream, input: WireType(Input.self), output: WireType(Output.self))
  }
}

/// A route without its types.
public struct APIRouteDescription: Hashable, Sendable {
  public let name: String
  public let method: HTTPRequest.Method
  /// With the names of its parts in braces: "/contacts/{id}".
  public let path: String
  /// Its effect, in whole sentences.
  public let summary: String
  public let access: Route.Access
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

  /// Whether it requires a signed-in caller.
  public var isForMembers: Bool { access != .visitor }

  /// The scope that an access token must have; nil if none helps or is needed.
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

  var hasFields: Bool { type.size > 0 }

  static func == (left: Self, right: Self) -> Bool { left.type == right.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension Decodable {
  fileprivate static var size: Int { MemoryLayout<Self>.size }
}
