/// A question or a notice in front of a screen.
public struct PresentedAlert<Action: Equatable & Sendable>: Equatable, Sendable {
  public struct Button: Equatable, Sendable {
    public enum Role: Equatable, Sendable {
      case cancel
      case destructive
      case normal
    }

    public var label: String
    public var role: Role
    /// Nil only dismisses.
    public var action: Action?

    public init(_ label: String, role: Role = .normal, action: Action? = nil) {
      self.label = label
      self.role = role
      self.action = action
    }
  }

  public var title: String
  public var message: String
  public var buttons: [Button]

  public init(title: String, message: String, buttons: [Button]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}
