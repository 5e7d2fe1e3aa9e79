/// The value of a success without content; `Void` is not `Equatable`.
public struct Empty: Equatable, Codable, Sendable {
  public init() {}
}
