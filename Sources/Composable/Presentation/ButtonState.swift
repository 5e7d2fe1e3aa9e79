/// A button of an alert or a dialog, as data.
public struct ButtonState<Action: Sendable>: Identifiable, Sendable {
  public enum Role: Hashable, Sendable {
    case cancel
    case destructive
  }

  /// Its label is its identity within one alert.
  public var id: String { label.text }
  public let role: Role?
  /// Sent when pressed; nil only dismisses.
  public let action: Action?
  public let label: TextState

  public init(role: Role? = nil, action: Action? = nil, label: () -> TextState) {
    self.role = role
    self.action = action
    self.label = label()
  }

  public func map<NewAction>(
    _ transform: (Action) -> NewAction
  ) -> ButtonState<NewAction> {
    let newRole: ButtonState<NewAction>.Role? =
      switch role {
      case nil: nil
      case .cancel?: .cancel
      case .destructive?: .destructive
      }
    return ButtonState<NewAction>(role: newRole, action: action.map(transform)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}

@resultBuilder
public enum ButtonStateBuilder<Action: Sendable> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }
  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    parts.flatMap(\.self)
  }
  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    part ?? []
  }
  public static func buildEither(first: [ButtonState<Action>]) -> [ButtonState<Action>] { first }
  public static func buildEither(second: [ButtonState<Action>]) -> [ButtonState<Action>] {
    second
  }
  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    parts.flatMap(\.self)
  }
}
