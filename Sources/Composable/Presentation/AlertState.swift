/// An alert as data: equal when it has the same content. Gone after any of its actions, unless its
/// parent replaced it by another alert.
public struct AlertState<Action: Sendable>: _EphemeralState, Identifiable {
  /// New with every alert that is made. Has no part in equality.
  public let id: MessageID
  public var title: TextState
  public var message: TextState?
  public var buttons: [ButtonState<Action>]

  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    id = MessageID()
    self.title = title()
    self.message = message?()
    self.buttons = actions()
  }

  /// The same alert with other actions.
  public func map<NewAction>(_ transform: (Action) -> NewAction) -> AlertState<NewAction> {
    var copy = AlertState<NewAction>(title: { title })
    copy.message = message
    copy.buttons = buttons.map { $0.map(transform) }
    return copy
  }
}

extension AlertState: Equatable where Action: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: CustomReflectable {
  /// Without the id: alerts with the same text are the same.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["title": title, "message": message as Any, "buttons": buttons],
      displayStyle: .struct)
  }
}
