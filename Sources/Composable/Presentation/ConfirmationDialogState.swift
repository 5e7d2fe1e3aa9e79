/// A choice between several actions, as data. Gone after any of its actions, unless its parent put
/// another dialog in its place.
public struct ConfirmationDialogState<Action: Sendable>: _EphemeralState, Identifiable {
  public enum Visibility: Hashable, Sendable {
    case automatic
    case hidden
    case visible
  }

  /// New with every dialog that is made. Has no part in equality.
  public let id: MessageID
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
    id = MessageID()
    self.titleVisibility = titleVisibility
    self.title = title()
    self.message = message?()
    self.buttons = actions()
  }

  /// The same dialog with other actions.
  public func map<NewAction>(
    _ transform: (Action) -> NewAction
  ) -> ConfirmationDialogState<NewAction> {
    var copy = ConfirmationDialogState<NewAction>(title: { title })
    copy.titleVisibility =
      switch titleVisibility {
      case .automatic: .automatic
      case .hidden: .hidden
      case .visible: .visible
      }
    copy.message = message
    copy.buttons = buttons.map { $0.map(transform) }
    return copy
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.titleVisibility == rhs.titleVisibility
      && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: CustomReflectable {
  /// Without the id: dialogs with the same text are the same.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "title": title, "titleVisibility": titleVisibility, "message": message as Any,
        "buttons": buttons,
      ], displayStyle: .struct)
  }
}
