/// The value of a success that has nothing to say; `Void` is not `Equatable`.
public struct Empty: Equatable, Codable, Sendable {
  public init() {}
}
