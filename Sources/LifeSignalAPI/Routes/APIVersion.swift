/// The versions of the wire format this code speaks.
public enum APIVersion: String, Sendable, CaseIterable {
  case v1

  /// The prefix of every path of this version.
  public var path: String { "/api/\(rawValue)" }
}
