public import Foundation

/// A person's public profile, as they edit it.
public struct UserProfile: Equatable, Codable, Sendable {
  public var firstName: String
  public var lastName: String
  /// E.164.
  public var phoneNumber: String
  public var emergencyNote: String
  public var profilePictureURL: URL?

  public init(
    firstName: String = "", lastName: String = "", phoneNumber: String = "",
    emergencyNote: String = "", profilePictureURL: URL? = nil
  ) {
    self.firstName = firstName
    self.lastName = lastName
    self.phoneNumber = phoneNumber
    self.emergencyNote = emergencyNote
    self.profilePictureURL = profilePictureURL
  }

  public init(_ user: UserData) {
    self.init(
      firstName: user.firstName, lastName: user.lastName, phoneNumber: user.phoneNumber,
      emergencyNote: user.emergencyNote, profilePictureURL: user.profileImageURL)
  }

  public var name: String { PersonName.full(first: firstName, last: lastName) }
}
