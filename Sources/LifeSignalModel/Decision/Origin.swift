/// What the server knows about a request besides who asks. The door gets it with the caller: as part
/// of a request it could be forged.
public struct Origin: Equatable, Sendable {
  /// Names the network, for the limits on codes. Kept nowhere else; all requests of unknown origin
  /// share one limit.
  public var network: String
  /// The name by which the person will recognize a session that begins with this request.
  public var label: String
  /// Names the request over all its attempts, as its sender chose it.
  public var key: String?
  /// Those of the access token by which a program asks; nil when it is a person.
  public var scopes: Set<TokenScope>?

  public init(
    network: String = "", label: String = "", key: String? = nil, scopes: Set<TokenScope>? = nil
  ) {
    self.network = network
    self.label = label
    self.key = key
    self.scopes = scopes
  }

  public static let unknown = Origin()
}
