public struct CheckInCodeRequest: Codable, Equatable, Sendable {
  /// As it was typed.
  public var code: String
}
