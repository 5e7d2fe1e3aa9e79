/// The versions of the wire format this code speaks.
public enum APIVersion: String, Sendable, CaseIterable {
  case v1

  /// What every path of this version begins with.
  public var path: String { "/api/\(rawValue)" }
}
