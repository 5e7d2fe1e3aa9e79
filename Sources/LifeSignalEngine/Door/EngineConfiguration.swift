public import Foundation
public import LifeSignalModel

/// What an operator may set about the engine.
public struct EngineConfiguration: Sendable {
  public var auth: AuthLimits
  /// Keys the hashes of one-time codes. Codes of an earlier key stop working, so a random one per
  /// process costs whoever is signing in during a restart one more code.
  public var codeKey: Data
  /// Keys the hashes of check-in codes. Codes of an earlier key do nothing, so it has to stay the same
  /// as long as sheets lie in drawers.
  public var checkInCodeKey: Data
  /// The kinds of channel every new member gets for their phone number; codes go to the first.
  public var signUpChannels: [ChannelKind]
  /// The kinds a person may add addresses of, in the order they are offered.
  public var offeredChannels: [ChannelKind]
  /// The kinds by which an alarm can leave the house; those of ``offeredChannels`` can.
  public var ableChannels: Set<ChannelKind>
  /// Requests of one person at once, and per second on average; vital commands are never limited.
  public var requestBurst: Int
  public var requestsPerSecond: Double
  /// Seconds between the end of an outage and the alarms of deadlines that passed in it; 0 for none.
  public var courtesyWindow: TimeInterval
  /// Seconds without a heartbeat that count as an outage.
  public var outageThreshold: TimeInterval
  /// Seconds for which finished rows are kept.
  public var retention: TimeInterval
  /// For messages that leave the house. Without one for a person's language they are English.
  public var translations: Translations
  /// Writes that may wait for the ledger before commands that are not vital are refused.
  public var mostWaitingWrites: Int
  /// The same for the background lane: while a disk hangs, heartbeats from devices must not fill the
  /// memory.
  public var mostWaitingInBackground: Int
  /// Seconds for which the logs of looks and pings are kept.
  public var activityRetention: TimeInterval
  /// Seconds for which the timelines are kept.
  public var timelineRetention: TimeInterval

  /// Who this server is to passkeys; nil offers none.
  public var relyingParty: RelyingParty?

  public init(
    auth: AuthLimits = AuthLimits(), codeKey: Data? = nil,
    checkInCodeKey: Data? = nil,
    signUpChannels: [ChannelKind] = [.sms], offeredChannels: [ChannelKind] = [.sms],
    ableChannels: Set<ChannelKind> = [.sms, .voice, .webPush], requestBurst: Int = 200,
    requestsPerSecond: Double = 100.0 / 60, courtesyWindow: TimeInterval = 600,
    outageThreshold: TimeInterval = 120, retention: TimeInterval = 7 * 86_400,
    translations: Translations = .none,
    activityRetention: TimeInterval = LookRules.retention,
    timelineRetention: TimeInterval = TimelineChain.retention, mostWaitingWrites: Int = 20_000,
    mostWaitingInBackground: Int = 4_096,
    relyingParty: RelyingParty? = nil
  ) {
    self.relyingParty = relyingParty
    self.auth = auth
    self.codeKey = codeKey ?? Data(Entropy.system.bytes(32))
    self.checkInCodeKey = checkInCodeKey ?? Data(Entropy.system.bytes(32))
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
