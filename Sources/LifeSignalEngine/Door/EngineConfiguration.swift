public import Foundation
public import LifeSignalModel

/// The engine's settings for an operator.
public struct EngineConfiguration: Sendable {
  public var auth: AuthLimits
  /// Which strangers may open an account. A server's setting begins with ``Registration/invited``.
  public var registration: Registration
  /// Keys the hashes of one-time codes. Codes of an earlier key stop working, so a random key per
  /// process costs a person who is signing in during a restart one more code.
  public var codeKey: Data
  /// Keys the hashes of check-in codes. Codes of an earlier key stop working, so the key must stay
  /// the same as long as printed sheets are in use.
  public var checkInCodeKey: Data
  /// The means by which codes for signing in are sent, in the order they are offered.
  public var signInMeans: [SignInMeans]
  /// The kinds of channel every new member gets for their phone number; codes to it go to the first.
  public var signUpChannels: [ChannelKind]
  /// The kinds for which a person may add addresses, in the order they are offered.
  public var offeredChannels: [ChannelKind]
  /// The kinds by which an alert can leave the server; those of ``offeredChannels`` are included.
  public var ableChannels: Set<ChannelKind>
  /// Requests of one person in a burst, and per second on average; vital commands are never
  /// limited.
  public var requestBurst: Int
  public var requestsPerSecond: Double
  /// Seconds between the end of an outage and the alerts about deadlines that passed in it; 0 for
  /// none.
  public var courtesyWindow: TimeInterval
  /// Seconds without a heartbeat that count as an outage.
  public var outageThreshold: TimeInterval
  /// Seconds for which finished rows are kept.
  public var retention: TimeInterval
  /// For messages that leave the server. A person without a catalogue for their language gets
  /// English.
  public var translations: Translations
  /// Writes that may wait for the ledger before commands that are not vital are refused.
  public var mostWaitingWrites: Int
  /// The same for the background lane: while a disk hangs, heartbeats from devices must not fill the
  /// memory.
  public var mostWaitingInBackground: Int
  /// Seconds for which the logs of profile views and pings are kept.
  public var activityRetention: TimeInterval
  /// Seconds for which the timelines are kept.
  public var timelineRetention: TimeInterval

  /// The server's identity for passkeys; nil offers none.
  public var relyingParty: RelyingParty?

  public init(
    auth: AuthLimits = AuthLimits(), registration: Registration = .open, codeKey: Data? = nil,
    checkInCodeKey: Data? = nil,
    signInMeans: [SignInMeans] = [.phone], signUpChannels: [ChannelKind] = [.sms],
    offeredChannels: [ChannelKind] = [.sms],
    ableChannels: Set<ChannelKind> = [.sms, .voice, .webPush], requestBurst: Int = 200,
    requestsPerSecond: Double = 100.0 / 60, courtesyWindow: TimeInterval = Courtesy.defaultWindow,
    outageThreshold: TimeInterval = 120, retention: TimeInterval = 7 * 86_400,
    translations: Translations = .none,
    activityRetention: TimeInterval = LookRules.retention,
    timelineRetention: TimeInterval = TimelineChain.retention, mostWaitingWrites: Int = 20_000,
    mostWaitingInBackground: Int = 4_096,
    relyingParty: RelyingParty? = nil
  ) {
    self.relyingParty = relyingParty
    self.auth = auth
    self.registration = registration
    self.codeKey = codeKey ?? Data(Entropy.system.bytes(32))
    self.checkInCodeKey = checkInCodeKey ?? Data(Entropy.system.bytes(32))
    self.signInMeans = signInMeans
    self.signUpChannels = signUpChannels
    self.offeredChannels = offeredChannels
    self.ableChannels = ableChannels
    self.requestBurst = requestBurst
    self.requestsPerSecond = requestsPerSecond
    self.courtesyWindow = courtesyWindow
    self.outageThreshold = outageThreshold
    self.retention = retention
    self.translations = translations
    self.activityRetention = activityRetention
    self.timelineRetention = timelineRetention
    self.mostWaitingWrites = mostWaitingWrites
    self.mostWaitingInBackground = mostWaitingInBackground
  }
}
