public import LifeSignalModel

/// A question or a notice in front of a screen.
public struct PresentedAlert<Action: Equatable & Sendable>: Equatable, Sendable {
  public struct Button: Equatable, Sendable {
    public enum Role: Equatable, Sendable {
      case cancel
      case destructive
      case normal
    }

    public var label: Phrase
    public var role: Role
    /// Nil only dismisses.
    public var action: Action?

    public init(_ label: Phrase, role: Role = .normal, action: Action? = nil) {
      self.label = label
      self.role = role
      self.action = action
    }
  }

  public var title: Phrase
  public var message: Phrase
  public var buttons: [Button]

  public init(title: Phrase, message: Phrase, buttons: [Button]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}
