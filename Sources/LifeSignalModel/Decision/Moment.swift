public import Foundation

/// When a decision is made, the source of its new ids and secrets, the translations, and the state of
/// the server. Commands and rules take all of these only from here.
public struct Moment {
  public let now: Date
  /// A new, never repeated row id.
  public let mint: () -> Int64

  public let secrets: any Secrets
  /// For messages that leave the server: each recipient reads them in their own language.
  public let translations: Translations
  /// The kinds of channel of this server.
  public let channels: ChannelKinds
  /// How many one-time codes may be requested and tried, and how long they and sessions last.
  public let authLimits: AuthLimits
  /// Whether browsers that reach this server can use passkeys.
  public let offersPasskeys: Bool
  /// Which strangers may open an account.
  public let registration: Registration
  /// Seconds a person gets after an outage before responders are notified; see ``Courtesy``.
  public let courtesyWindow: TimeInterval
  /// Whether missed deadlines wait, because the process was away or its clock is doubted.
  public let holdsMissedDeadlines: () -> Bool

  public init(
    now: Date, translations: Translations = .none, channels: ChannelKinds = ChannelKinds(),
    authLimits: AuthLimits = AuthLimits(), offersPasskeys: Bool = false,
    registration: Registration = .open,
    courtesyWindow: TimeInterval = 0,
    holdsMissedDeadlines: @escaping () -> Bool = { false }, secrets: any Secrets = NoSecrets(),
    mint: @escaping () -> Int64
  ) {
    self.now = now
    self.secrets = secrets
    self.translations = translations
    self.channels = channels
    self.authLimits = authLimits
    self.offersPasskeys = offersPasskeys
    self.registration = registration
    self.courtesyWindow = courtesyWindow
    self.holdsMissedDeadlines = holdsMissedDeadlines
    self.mint = mint
  }
}
