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

  /// A link for a new account; the link itself is stored nowhere. The person who used it is not named.
  public struct Invitation: Equatable, Codable, Sendable {
    public var createdAt: Date
    public var expiresAt: Date
    public var usedAt: Date?
    public var withdrawnAt: Date?
    /// Who should watch over whom; nil where the link only opens an account.
    public var wish: LifeSignalModel.Invitation.Wish?
    public var acceptedAt: Date?
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
  /// Invitations that the person has made.
  public var invitations: [Invitation]
  /// Without their keys.
  public var passkeys: [PasskeyData]
  /// Oldest first. An export of its own has the data needed to verify it.
  public var timeline: [TimelineEntryData]

  /// Entries of each list at most, so that one request cannot take all memory.
  public static let limit = 50_000
}

extension AccountExport {
  /// - Parameter reads: of one snapshot.
  /// - Throws: ``Refusal/personNotFound``, ``LedgerError``.
  public init(of id: Person.ID, from reads: some Reads, at now: Date) throws {
    guard let person = try reads.person(id) else { throw Refusal.personNotFound }
    let limit = Self.limit
    let drill = try reads.drill(of: id)
    let stored = try Alert.Kind.allCases.flatMap {
      try reads.alerts(of: id, kind: $0, limit: limit)
    }
    exportedAt = now
    profile = UserData(
      person, watch: try reads.watch(of: id) ?? Watch(person: id),
      manualAlert: stored.first { $0.kind == .manual && $0.isOpen })
    earlierCodes = try reads.retiredQRCodes(of: id, limit: limit).map {
      EarlierCode(code: $0.id, retiredAt: $0.retiredAt)
    }
    picture = try person.picture.flatMap { try reads.picture($0) }
      .map { ImageData(bytes: $0.bytes, mimeType: $0.kind.rawValue) }
    preferences = try reads.preferences(of: id)
    channels = try reads.allChannels(of: id).map { channel in
      let link = drill?.links.first { $0.channel == channel.id }
      return Channel(
        kind: channel.kind.rawValue, address: channel.exportedAddress, createdAt: channel.createdAt,
        isOn: channel.isOn, off: channel.off?.rawValue, quiet: channel.quiet.rawValue,
        heardAt: channel.heardAt, lastSuccess: link?.lastSuccess, lastFailure: link?.lastFailure)
    }
    quietHours = person.quietHours
    drilledAt = drill?.endedAt
    warnedAt = drill?.warnedAt
    contacts = try reads.contacts(of: id).map { facts in
      let relation = facts.relation
      return Contact(
        id: relation.peer, name: facts.peer.name, relation: relation.status,
        isResponder: relation.isResponder, isDependent: relation.isDependent,
        switches: ContactData(facts).switches, nickname: relation.nickname, notes: relation.notes,
        addedAt: relation.addedAt, updatedAt: relation.updatedAt)
    }
    checkIns = try reads.checkIns(of: id, limit: limit).map(CheckInRecord.init)
    pauses = try reads.pauses(of: id, since: .distantPast)
      .map { Break(startedAt: $0.startedAt, until: $0.until) }
    travels = try reads.travels(of: id, limit: limit).map(TravelData.init)
    things = ThingList(
      things: try reads.things(of: id).map(ThingData.init),
      rule: try reads.evidenceRule(of: id) ?? .standard)
    checkInCodes = try reads.checkInCodes(of: id)
    // Leave out a duress alert that is on: the person may be forced to export in front of the
    // attacker.
    alerts = stored.filter { !$0.isSilent }.map {
      Alarm(
        id: $0.id, kind: $0.kind.rawValue, startedAt: $0.startedAt, endedAt: $0.endedAt,
        endReason: $0.endReason?.rawValue)
    }
    blockedAskers = try reads.blockedAskers(of: id)
    pings = try reads.pings(of: id, limit: limit).map(PingData.init)
    notifications = try reads.notifications(of: id, limit: limit).map(NotificationData.init)
    messages = try reads.deliveries(of: id, limit: limit).map {
      Message(
        kind: $0.kind.rawValue, address: LifeSignalModel.Channel.exported($0.address, of: $0.kind),
        title: $0.title, body: $0.body, createdAt: $0.createdAt, state: $0.state.rawValue)
    }
    activity = try reads.activities(of: id, before: nil, limit: limit).map(ActivityData.init)
    sessions = try reads.sessions(of: id, at: now).map {
      SignedIn(label: $0.label, createdAt: $0.createdAt, expiresAt: $0.expiresAt)
    }
    accessTokens = try reads.accessTokens(of: id, at: now).map {
      Token(
        name: $0.name, scopes: $0.scopes.sorted(), createdAt: $0.createdAt,
        expiresAt: $0.expiresAt, lastUsedAt: $0.lastUsedAt)
    }
    invitations = try reads.invitations(by: id, limit: limit).map {
      Invitation(
        createdAt: $0.createdAt, expiresAt: $0.expiresAt, usedAt: $0.usedAt,
        withdrawnAt: $0.withdrawnAt, wish: $0.wish?.known, acceptedAt: $0.acceptedAt)
    }
    passkeys = try reads.passkeys(of: id).map(PasskeyData.init)
    timeline = try reads.timeline(of: id, after: 0, limit: limit).map { TimelineEntryData($0) }
    isShortened =
      [
        checkIns.count, travels.count, stored.count, pings.count, notifications.count,
        messages.count, activity.count, earlierCodes.count, timeline.count,
      ].contains { $0 >= limit }
  }
}
