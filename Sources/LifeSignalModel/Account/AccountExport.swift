public import Foundation

/// Everything that is stored about one person, in one document for them to keep.
///
/// Names the facts the service knows, not how it stores them. Contains about other people only the
/// facts the person sees anyway, and no credential: neither codes nor tokens.
public struct AccountExport: Equatable, Codable, Sendable {
  public struct Contact: Equatable, Codable, Sendable {
    public var id: Person.ID
    public var name: String
    public var relation: RelationStatus
    public var isResponder: Bool
    public var isDependent: Bool
    public var switches: ContactSwitches
    public var nickname: String?
    public var notes: String?
    public var addedAt: Date
    public var updatedAt: Date
  }

  /// A code by which others could find the person until it was reset.
  public struct EarlierCode: Equatable, Codable, Sendable {
    public var code: QRCodeID
    public var retiredAt: Date
  }

  public struct Channel: Equatable, Codable, Sendable {
    public var kind: String
    public var address: String
    public var createdAt: Date
    /// Whether messages go there.
    public var isOn: Bool
    /// Why they do not, where it is known: waiting for its code, off, or removed.
    public var off: String?
    /// How the channel behaves during quiet hours.
    public var quiet: String
    public var heardAt: Date?
    /// When a message was last accepted there, and last given up, according to the last drill.
    public var lastSuccess: Date?
    public var lastFailure: Date?
  }

  public struct Message: Equatable, Codable, Sendable {
    public var kind: String
    public var address: String
    public var title: String
    public var body: String
    public var createdAt: Date
    public var state: String
  }

  public struct SignedIn: Equatable, Codable, Sendable {
    public var label: String
    public var createdAt: Date
    public var expiresAt: Date
  }

  public struct Token: Equatable, Codable, Sendable {
    public var name: String
    public var scopes: [TokenScope]
    public var createdAt: Date
    public var expiresAt: Date?
    public var lastUsedAt: Date?
  }

  public struct Break: Equatable, Codable, Sendable {
    public var startedAt: Date
    public var until: Date
  }

  public struct Alarm: Equatable, Codable, Sendable {
    public var id: AlertRecord.ID
    public var kind: String
    public var startedAt: Date
    public var endedAt: Date?
    public var endReason: String?
  }

  public var exportedAt: Date
  /// Whether some list was longer than ``limit`` and only its newest entries are here.
  public var isShortened: Bool
  public var profile: UserData
  public var earlierCodes: [EarlierCode]
  public var picture: ImageData?
  public var preferences: [String: String]
  public var channels: [Channel]
  public var quietHours: QuietHours?
  /// When the last drill ended, and when the person was last notified that their readiness is low.
  public var drilledAt: Date?
  public var warnedAt: Date?
  public var contacts: [Contact]
  public var checkIns: [CheckInRecord]
  public var pauses: [Break]
  public var travels: [TravelData]
  /// Without their addresses: those are credentials.
  public var things: ThingList
  /// The sheet in force; a code itself is stored nowhere.
  public var checkInCodes: CheckInSheetData?
  public var alerts: [Alarm]
  /// Those whose contact requests this person has blocked.
  public var blockedAskers: [BlockedAsker]
  public var pings: [PingData]
  public var notifications: [NotificationData]
  public var messages: [Message]
  /// The people who opened this person's profile or asked for a sign of life.
  public var activity: [ActivityData]
  public var sessions: [SignedIn]
  /// Names and scopes; a token itself is stored nowhere.
  public var accessTokens: [Token]
  /// Without their keys.
  public var passkeys: [PasskeyData]
  /// Oldest first. An export of its own has the data needed to verify it.
  public var timeline: [TimelineEntryData]

  /// Entries of each list at most, so that one request cannot take all memory.
  public static let limit = 50_000
}

/// The stored facts about a person who exports their account.
public struct AccountFacts: Sendable {
  public var person: Person
  public var watch: Watch
  public var picture: Picture?
  public var retiredCodes: [RetiredQRCode]
  public var preferences: [String: String]
  public var channels: [Channel]
  public var contacts: [ContactFacts]
  public var blockedAskers: [BlockedAsker]
  public var checkIns: [CheckIn]
  public var pauses: [PauseRecord]
  public var travels: [Travel]
  public var things: [Thing]
  public var evidenceRule: EvidenceRule
  public var checkInCodes: CheckInSheetData?
  public var drill: Drill?
  public var alerts: [Alert]
  public var pings: [PingFacts]
  public var notifications: [NotificationRecord]
  public var deliveries: [Delivery]
  public var activities: [Activity]
  public var sessions: [Session]
  public var accessTokens: [AccessToken]
  public var passkeys: [Passkey]
  public var timeline: [TimelineEntry]

  public init(
    person: Person, watch: Watch, picture: Picture?, retiredCodes: [RetiredQRCode] = [],
    preferences: [String: String], channels: [Channel], contacts: [ContactFacts],
    blockedAskers: [BlockedAsker] = [],
    checkIns: [CheckIn], pauses: [PauseRecord],
    travels: [Travel], things: [Thing] = [], evidenceRule: EvidenceRule = .standard,
    checkInCodes: CheckInSheetData? = nil, drill: Drill? = nil, alerts: [Alert],
    pings: [PingFacts],
    notifications: [NotificationRecord], deliveries: [Delivery], activities: [Activity],
    sessions: [Session], accessTokens: [AccessToken] = [], passkeys: [Passkey] = [],
    timeline: [TimelineEntry] = []
  ) {
    self.person = person
    self.watch = watch
    self.picture = picture
    self.retiredCodes = retiredCodes
    self.preferences = preferences
    self.channels = channels
    self.contacts = contacts
    self.blockedAskers = blockedAskers
    self.checkIns = checkIns
    self.pauses = pauses
    self.travels = travels
    self.things = things
    self.evidenceRule = evidenceRule
    self.checkInCodes = checkInCodes
    self.drill = drill
    self.alerts = alerts
    self.pings = pings
    self.notifications = notifications
    self.deliveries = deliveries
    self.activities = activities
    self.sessions = sessions
    self.accessTokens = accessTokens
    self.passkeys = passkeys
    self.timeline = timeline
  }
}

extension AccountExport {
  public init(_ facts: AccountFacts, at now: Date) {
    let openAlert = facts.alerts.first { $0.kind == .manual && $0.isOpen }
    exportedAt = now
    isShortened =
      [
        facts.checkIns.count, facts.travels.count, facts.alerts.count,
        facts.pings.count, facts.notifications.count,
        facts.deliveries.count, facts.activities.count, facts.retiredCodes.count,
        facts.timeline.count,
      ].contains { $0 >= Self.limit }
    profile = UserData(facts.person, watch: facts.watch, manualAlert: openAlert)
    picture = facts.picture.map { ImageData(bytes: $0.bytes, mimeType: $0.kind.rawValue) }
    earlierCodes = facts.retiredCodes.map { EarlierCode(code: $0.id, retiredAt: $0.retiredAt) }
    preferences = facts.preferences
    channels = facts.channels.map { channel in
      let link = facts.drill?.links.first { $0.channel == channel.id }
      return Channel(
        kind: channel.kind.rawValue, address: channel.exportedAddress, createdAt: channel.createdAt,
        isOn: channel.isOn, off: channel.off?.rawValue, quiet: channel.quiet.rawValue,
        heardAt: channel.heardAt, lastSuccess: link?.lastSuccess, lastFailure: link?.lastFailure)
    }
    drilledAt = facts.drill?.endedAt
    warnedAt = facts.drill?.warnedAt
    quietHours = facts.person.quietHours
    contacts = facts.contacts.map { facts in
      let relation = facts.relation
      return Contact(
        id: relation.peer, name: facts.peer.name, relation: relation.status,
        isResponder: relation.isResponder, isDependent: relation.isDependent,
        switches: ContactData(facts).switches, nickname: relation.nickname, notes: relation.notes,
        addedAt: relation.addedAt, updatedAt: relation.updatedAt)
    }
    blockedAskers = facts.blockedAskers
    checkIns = facts.checkIns.map(CheckInRecord.init)
    pauses = facts.pauses.map { Break(startedAt: $0.startedAt, until: $0.until) }
    travels = facts.travels.map(TravelData.init)
    things = ThingList(things: facts.things.map(ThingData.init), rule: facts.evidenceRule)
    checkInCodes = facts.checkInCodes
    // Leave out a duress alert that is on: the person may be forced to export in front of the
    // attacker.
    alerts = facts.alerts.filter { !$0.isSilent }.map {
      Alarm(
        id: $0.id, kind: $0.kind.rawValue, startedAt: $0.startedAt, endedAt: $0.endedAt,
        endReason: $0.endReason?.rawValue)
    }
    pings = facts.pings.map(PingData.init)
    notifications = facts.notifications.map(NotificationData.init)
    messages = facts.deliveries.map {
      Message(
        kind: $0.kind.rawValue, address: LifeSignalModel.Channel.exported($0.address, of: $0.kind),
        title: $0.title, body: $0.body,
        createdAt: $0.createdAt, state: $0.state.rawValue)
    }
    activity = facts.activities.map(ActivityData.init)
    sessions = facts.sessions.map {
      SignedIn(label: $0.label, createdAt: $0.createdAt, expiresAt: $0.expiresAt)
    }
    passkeys = facts.passkeys.map(PasskeyData.init)
    accessTokens = facts.accessTokens.map {
      Token(
        name: $0.name, scopes: $0.scopes.sorted(), createdAt: $0.createdAt,
        expiresAt: $0.expiresAt, lastUsedAt: $0.lastUsedAt)
    }
    timeline = facts.timeline.map { TimelineEntryData($0) }
  }
}
