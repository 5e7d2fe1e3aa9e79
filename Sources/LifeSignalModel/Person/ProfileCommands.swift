extension Endpoints {
  static let profile: [any Endpoint.Type] = [
    UpdateProfile.self, RefreshQRCodeID.self, SetLanguage.self, RemovePicture.self,
    UpdateNotificationPreferences.self,
  ]
}

/// Changes what the member writes about themselves. Its fields are those of the profile.
public struct UpdateProfile: Endpoint, PromiseCommand {
  public var profile: Profile
  /// What the page showed; never on the wire. See ``Edit``.
  public var seen: Profile?

  public init(_ profile: Profile, seen: Profile? = nil) {
    self.profile = profile
    self.seen = seen
  }

  public init(from decoder: any Decoder) throws { profile = try Profile(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try profile.encode(to: encoder) }

  public static let route = Route(
    .put, "/user/profile", summary: "Changes the name and the emergency note.",
    for: .token(.account), .ordinary)

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ProfileRules.update(facts, to: profile, seen: seen, moment: moment))
  }
}

/// Makes a new code by which the member can be found; earlier copies stop working immediately.
public struct RefreshQRCodeID: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/user/qr-code",
    summary: "Makes a new code to be found by. Earlier copies stop working.",
    for: .token(.account), .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Person {
    try reads.recipient(me.id).person
  }

  public func decide(_ me: Person, by _: Member, at moment: Moment) -> Decided<QRCodeAnswer> {
    let code = moment.secrets.entropy.qrCode()
    return Decided(
      ProfileRules.resetQRCode(me, to: code, moment: moment), QRCodeAnswer(qrCodeID: code))
  }
}

/// The code by which the member can be found.
public struct QRCodeAnswer: Codable, Equatable, Sendable {
  public var qrCodeID: QRCodeID
}

/// Sets the language of the member's pages and messages, on every device.
public struct SetLanguage: Endpoint {
  public var language: Language

  public init(language: Language) { self.language = language }

  public static let route = Route(
    .put, "/user/language",
    summary: "Sets the language of everything that is written to the person.",
    for: .token(.account), .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Person {
    try reads.recipient(me.id).person
  }

  public func decide(_ me: Person, by _: Member, at moment: Moment) -> Decided<Empty> {
    Decided(ProfileRules.setLanguage(me, to: language, moment: moment))
  }
}

/// Sets which reminders and pushes the member wants. Its fields are the preferences themselves.
public struct UpdateNotificationPreferences: Endpoint, PromiseCommand {
  public var preferences: NotificationPreferences
  /// What the page showed; never on the wire. See ``Edit``.
  public var seen: NotificationPreferences?

  public init(_ preferences: NotificationPreferences, seen: NotificationPreferences? = nil) {
    self.preferences = preferences
    self.seen = seen
  }

  public init(from decoder: any Decoder) throws {
    preferences = try NotificationPreferences(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws { try preferences.encode(to: encoder) }

  public static let route = Route(
    .put, "/user/notification-preferences",
    summary: "Changes which reminders and messages are wanted.", for: .token(.account), .ordinary)

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try CheckInSettingsRules.setPreferences(facts, preferences, seen: seen, moment: moment))
  }
}
