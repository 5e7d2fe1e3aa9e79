public import Foundation
public import LifeSignalModel

/// Reads of one consistent state. Lists are complete unless a limit is given, newest first unless
/// another order is named.
public protocol LedgerSnapshot {
  // MARK: People

  func person(_ id: Person.ID) throws -> Person?
  func person(phoneNumber: String) throws -> Person?
  func person(qrCode: QRCodeID) throws -> Person?
  /// Whether this code was a person's until they reset it.
  func isRetired(_ code: QRCodeID) throws -> Bool
  /// By `retiredAt`, newest first.
  func retiredQRCodes(of person: Person.ID, limit: Int) throws -> [RetiredQRCode]
  /// At most two of the people who have an enabled channel of this kind at this address.
  func owners(of kind: ChannelKind, at address: String) throws -> [Person.ID]
  /// Channels that are not disabled, oldest first.
  func channels(of person: Person.ID) throws -> [Channel]
  /// All of their channels, in any state, oldest first.
  func allChannels(of person: Person.ID) throws -> [Channel]
  /// The person's channel with exactly this address, disabled or not.
  func channel(of person: Person.ID, _ kind: ChannelKind, at address: String) throws -> Channel?
  /// All of them, for an export.
  func preferences(of person: Person.ID) throws -> [String: String]
  func preference(_ key: String, of person: Person.ID) throws -> String?
  func preferenceKeys(of person: Person.ID) throws -> Set<String>
  func picture(_ id: Picture.ID) throws -> Picture?

  // MARK: Relations

  /// `owner`'s side of the relation.
  func relation(of owner: Person.ID, with peer: Person.ID) throws -> Relation?
  /// Everyone with whom `owner` has an accepted relation, in any role; any order.
  func peers(of owner: Person.ID) throws -> [Person.ID]
  /// The outcomes of `asker`'s requests to `owner`.
  func requestHistory(of owner: Person.ID, from asker: Person.ID) throws -> RequestHistory?
  /// Those whose requests `owner` has blocked, by id.
  func blockedAskers(of owner: Person.ID) throws -> [BlockedAsker]
  /// `owner`'s accepted responders, each with channels and their own side of the relation; any order.
  func responders(of owner: Person.ID) throws -> [Recipient]
  /// How many accepted responders `owner` has.
  func responderCount(of owner: Person.ID) throws -> Int
  /// The whole network of `owner`, requested relations included; by `addedAt`, newest first.
  func contacts(of owner: Person.ID) throws -> [ContactFacts]
  func contact(_ peer: Person.ID, of owner: Person.ID) throws -> ContactFacts?

  // MARK: Check-ins

  func watch(of person: Person.ID) throws -> Watch?
  func checkIn(of person: Person.ID, clientKey: String) throws -> CheckIn?
  func checkIns(of person: Person.ID, limit: Int) throws -> [CheckIn]
  /// The next older ones after this record of the person's.
  func checkIns(
    of person: Person.ID, olderThan record: CheckInRecord, limit: Int
  ) throws -> [CheckIn]
  /// When the person checked in at or after `since`, oldest first.
  func checkInTimes(of person: Person.ID, since: Date) throws -> [Date]
  /// Those that end at or after `since`, oldest first.
  func pauses(of person: Person.ID, since: Date) throws -> [Pause]
  /// Watches with `nextFireAt` at or before `now`, earliest first.
  func dueWatches(at now: Date, limit: Int) throws -> [Watch]
  /// The smallest `nextFireAt`, if any.
  func earliestWatch() throws -> Date?

  // MARK: Travel

  func travel(_ id: TravelData.ID) throws -> Travel?
  /// The one that has not ended.
  func openTravel(of person: Person.ID) throws -> Travel?
  /// By `startedAt`, newest first.
  func travels(of person: Person.ID, limit: Int) throws -> [Travel]
  /// Trips with `nextFireAt` at or before `now`, earliest first.
  func dueTravels(at now: Date, limit: Int) throws -> [Travel]
  /// The smallest `nextFireAt`, if any.
  func earliestTravel() throws -> Date?

  // MARK: Things

  func thing(_ id: Thing.ID) throws -> Thing?
  func thing(tokenHash: Data) throws -> Thing?
  /// The oldest first.
  func things(of person: Person.ID) throws -> [Thing]
  /// Nil while the person has set none.
  func evidenceRule(of person: Person.ID) throws -> EvidenceRule?

  // MARK: Check-in codes

  func checkInCode(_ id: CheckInCode.ID) throws -> CheckInCode?
  /// Used or not, and in any state of its sheet.
  func checkInCode(hash: Data) throws -> CheckInCode?
  func checkInSheet(_ id: CheckInSheet.ID) throws -> CheckInSheet?
  /// The one that is not void.
  func checkInSheet(of person: Person.ID) throws -> CheckInSheet?
  func unusedCheckInCodes(of sheet: CheckInSheet.ID) throws -> Int
  /// Used codes with `dueAt` at or before `now`, earliest first.
  func dueCheckInCodes(at now: Date, limit: Int) throws -> [CheckInCode]
  /// The smallest `dueAt`, if any.
  func earliestCheckInCode() throws -> Date?
  /// The sealed entries of this duress alert, in the order of sealing.
  func sealedEntries(of alert: AlertRecord.ID) throws -> [TimelineDraft]

  // MARK: Alerts

  func openAlert(of person: Person.ID, kind: Alert.Kind) throws -> Alert?
  /// By `startedAt`, newest first.
  func alerts(of person: Person.ID, kind: Alert.Kind, limit: Int) throws -> [Alert]
  /// Those of the same kind that began before this one, newest first.
  func alerts(of person: Person.ID, olderThan alert: Alert, limit: Int) throws -> [Alert]

  func alert(_ id: AlertRecord.ID) throws -> Alert?
  /// The alert that this person's call for help with this key began, or joined.
  func alert(of person: Person.ID, key: String) throws -> Alert?
  /// Of any kind, earliest first.
  func openAlerts(of person: Person.ID) throws -> [Alert]

  // MARK: Escalation

  /// Nil while the person has made none.
  func escalationPlan(of person: Person.ID) throws -> EscalationPlan?
  func escalation(_ alert: AlertRecord.ID) throws -> Escalation?
  /// Rows with `nextFireAt` at or before `now`, earliest first.
  func dueEscalations(at now: Date, limit: Int) throws -> [Escalation]
  /// The smallest `nextFireAt`, if any.
  func earliestEscalation() throws -> Date?
  /// Open ones this person holds.
  func escalations(heldBy person: Person.ID) throws -> [Escalation]

  // MARK: Pings

  func ping(_ id: PingData.ID) throws -> Ping?
  func pendingPing(from sender: Person.ID, to recipient: Person.ID) throws -> Ping?
  /// Pending pings to `recipient`, oldest first.
  func pendingPings(to recipient: Person.ID) throws -> [Ping]
  /// Pings of this ordered pair sent at or after `since`, in any status, newest first.
  func pings(from sender: Person.ID, to recipient: Person.ID, since: Date) throws -> [Ping]
  /// Pings `person` has sent or received, in any status, newest first.
  func pings(of person: Person.ID, limit: Int) throws -> [PingFacts]
  /// Pending pings with `expiresAt` at or before `now`, earliest first.
  func duePings(at now: Date, limit: Int) throws -> [Ping]
  /// The smallest `expiresAt` of a pending ping.
  func earliestPingExpiry() throws -> Date?

  // MARK: Notifications

  func notifications(of person: Person.ID, limit: Int) throws -> [NotificationRecord]
  /// Those before this one that are not cleared, newest first.
  func notifications(
    of person: Person.ID, olderThan notification: NotificationRecord, limit: Int
  ) throws -> [NotificationRecord]

  // MARK: Outbox

  /// When the next row can be claimed: the smallest `nextAttemptAt` of the ready ones and
  /// `leaseUntil` of the leased ones.
  func earliestDelivery() throws -> Date?
  /// The most urgent row without those in `held` that
  /// ``LedgerTransaction/claimableDeliveries(of:upTo:at:limit:sparing:)`` leaves out only because its last
  /// attempts had no result. Looks at every row that is due, so it is not for every turn.
  func suspectDelivery(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, at now: Date,
    sparing held: Set<Delivery.ID>
  ) throws -> Delivery.ID?
  /// Those that cannot be read are left out.
  func deliveries(of person: Person.ID, limit: Int) throws -> [Delivery]
  /// Messages about this alert, any order.
  func deliveries(about alert: AlertRecord.ID) throws -> [Delivery]
  /// Those of them to this person.
  func deliveries(about alert: AlertRecord.ID, to person: Person.ID) throws -> [Delivery]
  /// Messages of this entry of a person's centre, any order.
  func deliveries(of notification: NotificationData.ID) throws -> [Delivery]
  func delivery(receiptToken: String) throws -> Delivery?
  func delivery(_ id: Delivery.ID) throws -> Delivery?
  func deliveryCounts() throws -> [Delivery.State: Int]

  /// The rows of each kind of channel that are not done, by state. The three cost no more than
  /// their rows.
  func outboxFigures() throws -> [OutboxFigure]
  /// Messages that were given up, newest first.
  func deadLetters(limit: Int) throws -> [DeadLetter]
  func deadLetter(_ id: Delivery.ID) throws -> DeadLetter?

  // MARK: Replies

  /// Whether this text or call was handled before.
  func hasReply(_ id: Reply.ID) throws -> Bool

  // MARK: Drills

  /// Nil before the first is planned.
  func drill(of person: Person.ID) throws -> Drill?
  /// Drills with `nextFireAt` at or before `now`, earliest first.
  func dueDrills(at now: Date, limit: Int) throws -> [Drill]
  /// People who joined by then and come after the last one who has a drill, in the order of their
  /// identifiers.
  func peopleWithoutDrill(joinedBefore: Date, limit: Int) throws -> [Person.ID]

  // MARK: Audit

  /// Searches for broken promises of one kind, with statements that nothing else uses. Unreadable
  /// rows are not skipped.
  func audit(_ kind: AuditFinding.Kind, _ scope: AuditScope) throws -> AuditPage
  /// The auditor's findings when they last changed, oldest first.
  func auditSightings() throws -> [AuditSighting]
  /// Checks again the rows that ``Ledger/unreadableRows`` counts and an alert or a sign-in may depend
  /// on: those that are gone or readable are no longer counted.
  func readDamagedRowsAgain() throws
  /// Reads this many escalation plans, those of the people after this number, so that an unreadable
  /// one is counted before an alert needs it.
  /// - Returns: the number to continue after; nil at the end.
  func examineEscalationPlans(after: Int64, limit: Int) throws -> Int64?
  /// When each loop last turned, as noted by its heartbeat.
  func loopTurns() throws -> [LoopName: Date]
  /// The secret with which this installation signs; nil until one is stored.
  func secret(_ name: String) throws -> Data?

  // MARK: Signing in

  func oneTimeCode(_ id: OneTimeCode.ID) throws -> OneTimeCode?
  /// Codes requested for this number at or after `since`, newest first.
  func oneTimeCodes(phoneNumber: String, since: Date) throws -> [OneTimeCode]
  /// The session of this token hash, whether or not it is still valid.
  func session(tokenHash: Data) throws -> Session?
  /// The session with this id, whether or not it is still valid.
  func session(_ id: SessionID) throws -> Session?
  /// Sessions neither revoked nor expired at `now`, newest first.
  func sessions(of person: Person.ID, at now: Date) throws -> [Session]
  /// Sessions that are invalid at `now`, or missing, and have a browser or phone that is on or can
  /// be switched on; by id, those after `last`.
  func sessionsToForget(at now: Date, after last: SessionID?, limit: Int) throws -> [LapsedSession]

  // MARK: Requests with a key

  /// The newest attempt of this name.
  func request(_ name: Data, of person: Person.ID) throws -> KeptRequest?

  // MARK: Passkeys

  func passkey(credentialID: Data) throws -> Passkey?
  func passkey(_ id: Passkey.ID) throws -> Passkey?
  /// Newest first.
  func passkeys(of person: Person.ID) throws -> [Passkey]

  // MARK: Access tokens

  /// The token of this hash, whether or not it is still valid.
  func accessToken(hash: Data) throws -> AccessToken?
  /// The token with this id, whether or not it is still valid.
  func accessToken(_ id: AccessToken.ID) throws -> AccessToken?
  /// Tokens neither revoked nor expired at `now`, newest first.
  func accessTokens(of person: Person.ID, at now: Date) throws -> [AccessToken]

  // MARK: Activity

  /// The person's log, newest first: entries older than `before`, or the newest.
  func activities(of person: Person.ID, before: Activity.ID?, limit: Int) throws -> [Activity]
  /// The newest entry of this kind that `contact` left in the person's log.
  func lastActivity(of person: Person.ID, by contact: Person.ID, _ kind: Activity.Kind) throws
    -> Activity?

  // MARK: Timeline

  func notification(_ id: NotificationData.ID) throws -> NotificationRecord?
  func timelineHead(of person: Person.ID) throws -> TimelineHead?
  /// Newest first: entries with a lower number than `before`, or the newest.
  func timeline(of person: Person.ID, before: Int64?, limit: Int) throws -> [TimelineEntry]
  /// Oldest first: entries with a higher number than `after`.
  func timeline(of person: Person.ID, after: Int64, limit: Int) throws -> [TimelineEntry]
  /// Oldest first.
  func timeline(of alert: AlertRecord.ID, limit: Int) throws -> [TimelineEntry]
  /// All people, by id, after the given one.
  func people(after: Person.ID?, limit: Int) throws -> [Person.ID]

  // MARK: The server itself

  func heartbeat() throws -> Heartbeat?
  /// The greatest row number that ``IDGenerator`` has made; nil if there is none.
  func greatestID() throws -> Int64?

  // MARK: After the clock was set back

  /// In the order of their people's numbers, from after `after` on: watches whose countdown begins later
  /// than `now`, and those whose courtesy lasts longer than `courtesy` seconds from then.
  func watches(ahead now: Date, courtesy: TimeInterval, after: Int64, limit: Int) throws -> [Watch]
  /// In the order of their numbers, from after `after` on: trips in a courtesy that ends after
  /// `end`.
  func travels(ahead end: Date, after: Int64, limit: Int) throws -> [Travel]
  /// In the order of their alerts' numbers, from after `after` on: open ones with `nextFireAt` after `now`.
  func escalations(ahead now: Date, after: Int64, limit: Int) throws -> [Escalation]
}
