/// Which contact a notification is about, and what happened to them.
public struct NotificationContactInfo: Equatable, Codable, Sendable, Identifiable {
  public let id: Person.ID
  public var name: String
  public var role: ContactRole
  public var action: ContactAction

  public init(id: Person.ID, name: String, role: ContactRole, action: ContactAction) {
    self.id = id
    self.name = name
    self.role = role
    self.action = action
  }
}

public enum ContactRole: String, CaseIterable, Equatable, Codable, Sendable {
  case responder
  case dependent
  case both
  case none

  public init(isResponder: Bool, isDependent: Bool) {
    self =
      switch (isResponder, isDependent) {
      case (true, true): .both
      case (true, false): .responder
      case (false, true): .dependent
      case (false, false): .none
      }
  }
}

public enum ContactAction: String, CaseIterable, Equatable, Codable, Sendable {
  case added
  case removed
  case roleChanged
  case nonResponsive
  case alert
  case ping
}
