public import Foundation

/// A member as stored; ``UserData`` and ``ContactData`` are a viewer's views of one.
public struct Person: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Person>

  public var id: ID
  public var profile: Profile
  /// E.164, unique among members. Empty for an account without one, which has an ``email``.
  public var phoneNumber: String
  public var phoneRegion: Region
  /// The e-mail address with which they sign in, as ``SignInAddress`` has it; unique among members.
  public var email: String?
  /// Unique; the only way to be found by others.
  public var qrCode: QRCodeID
  public var profileComplete: Bool
  public var notifications: NotificationPreferences
  /// Nil until they have chosen one, or signed in from a browser that named one.
  public var language: Language?
  public var createdAt: Date
  public var updatedAt: Date
  public var lastSignInAt: Date
  /// Every stored update increases it; an update wins only against the revision it was made from.
  public var revision: Int64
  /// The person's picture; a new one has a new id.
  public var picture: Picture.ID?
  /// Nil for none.
  public var quietHours: QuietHours?

  public init(
    id: ID, profile: Profile = Profile(), phoneNumber: String,
    phoneRegion: Region = .unitedStates, email: String? = nil, qrCode: QRCodeID,
    profileComplete: Bool = false,
    notifications: NotificationPreferences = NotificationPreferences(),
    language: Language? = nil, createdAt: Date,
    updatedAt: Date, lastSignInAt: Date, revision: Int64 = 0,
    picture: Picture.ID? = nil, quietHours: QuietHours? = nil
  ) {
    self.id = id
    self.profile = profile
    self.phoneNumber = phoneNumber
    self.phoneRegion = phoneRegion
    self.email = email
    self.qrCode = qrCode
    self.profileComplete = profileComplete
    self.notifications = notifications
    self.language = language
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.lastSignInAt = lastSignInAt
    self.revision = revision
    self.picture = picture
    self.quietHours = quietHours
  }

  /// "First Last", or "Unknown User" while neither is known.
  public var name: String {
    profile.name.isEmpty ? "Unknown User" : profile.name
  }
}
