/// An alert as data: equal when it says the same. Gone after any of its actions.
public struct AlertState<Action: Sendable>: _EphemeralState {
  public var title: TextState
  public var message: TextState?
  public var buttons: [ButtonState<Action>]

  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    self.message = message?()
    self.buttons = actions()
  }

  public func map<NewAction>(_ transform: (Action) -> NewAction) -> AlertState<NewAction> {
    var copy = AlertState<NewAction>(title: { title })
    copy.message = message
    copy.buttons = buttons.map { $0.map(transform) }
    return copy
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}

/// A choice between several actions, as data. Gone after any of its actions.
public struct ConfirmationDialogState<Action: Sendable>: _EphemeralState {
  public enum Visibility: Hashable, Sendable {
    case automatic
    case hidden
    case visible
  }

  public var title: TextState
  public var titleVisibility: Visibility
  public var message: TextState?
  public var buttons: [ButtonState<Action>]

  public init(
    titleVisibility: Visibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.titleVisibility = titleVisibility
    self.title = title()
    self.message = message?()
    self.buttons = actions()
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
