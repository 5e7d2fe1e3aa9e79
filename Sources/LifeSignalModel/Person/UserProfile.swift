public import Foundation

/// A person's own profile, with what they do not write themselves.
public struct UserProfile: Equatable, Sendable {
  public var written: Profile
  /// E.164.
  public var phoneNumber: String
  public var profilePictureURL: URL?

  public init(
    written: Profile = Profile(), phoneNumber: String = "", profilePictureURL: URL? = nil
  ) {
    self.written = written
    self.phoneNumber = phoneNumber
    self.profilePictureURL = profilePictureURL
  }

  public init(_ user: UserData) {
    self.init(
      written: user.profile, phoneNumber: user.phoneNumber,
      profilePictureURL: user.profileImageURL)
  }

  public var name: String { written.name }
}
