/// What the server knows about a request besides who asks. It belongs to the asker and is never a
/// field of a command, where it could be forged.
public struct RequestContext: Equatable, Sendable {
  /// Names the request over all its attempts, as its sender chose it.
  public var key: String?
  /// Those of the access token by which a program asks; nil when it is a person.
  public var scopes: Set<TokenScope>?

  public init(key: String? = nil, scopes: Set<TokenScope>? = nil) {
    self.key = key
    self.scopes = scopes
  }
}
