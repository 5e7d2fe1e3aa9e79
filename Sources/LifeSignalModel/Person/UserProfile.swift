public import Foundation

/// A person's own profile, with what they do not write themselves.
public struct UserProfile: Equatable, Sendable {
  public var written: Profile
  /// E.164; empty for an account without one.
  public var phoneNumber: String
  /// The e-mail address with which they sign in; nil for none.
  public var email: String?
  public var profilePictureURL: URL?

  public init(
    written: Profile = Profile(), phoneNumber: String = "", email: String? = nil,
    profilePictureURL: URL? = nil
  ) {
    self.written = written
    self.phoneNumber = phoneNumber
    self.email = email
    self.profilePictureURL = profilePictureURL
  }

  public init(_ user: UserData) {
    self.init(
      written: user.profile, phoneNumber: user.phoneNumber, email: user.email,
      profilePictureURL: user.profileImageURL)
  }

  public var name: String { written.name }
}
