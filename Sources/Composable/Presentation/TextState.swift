/// Text as data, for alerts and dialogs that a reducer puts into its state.
public struct TextState: Hashable, Sendable, ExpressibleByStringInterpolation {
  public let text: String

  public init(_ text: String) { self.text = text }
  public init(verbatim text: String) { self.text = text }
  public init(stringLiteral value: String) { text = value }

  public static func + (lhs: TextState, rhs: TextState) -> TextState {
    TextState(lhs.text + rhs.text)
  }
}

extension TextState: CustomStringConvertible {
  public var description: String { text }
}
