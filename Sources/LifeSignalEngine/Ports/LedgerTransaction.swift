public import Foundation
public import LifeSignalModel

/// Writes inside one transaction, which also sees its own writes.
///
/// Every change of state is a compare-and-set. It returns whether it won; losing changes nothing
/// and is not an error of the storage engine. Inserts return false if a value that the doc comment
/// calls unique is already taken.
public protocol LedgerTransaction: LedgerSnapshot {
  // MARK: People

  /// False when the phone number or the QR code belongs to another person.
  func insert(_ person: Person) throws -> Bool
  /// Wins against the same `revision` and stores `revision + 1`; false as well when the QR code is
  /// taken.
  func update(_ person: Person) throws -> Bool
  /// Removes the person and every row that names them: dependent rows, codes for their number, and
  /// in other people's centres and outboxes the entries about them. False when gone.
  func delete(_ person: Person) throws -> Bool
  /// False when this code is retired already.
  func insert(_ code: RetiredQRCode) throws -> Bool
  func insert(_ picture: Picture) throws -> Bool
  /// Returns how many were removed.
  func removePictures(of person: Person.ID) throws -> Int
  /// Channels and waiting deliveries of the person with the old address get the new one, and are
  /// enabled; returns how many channels.
  func moveChannels(of person: Person.ID, from old: String, to new: String) throws -> Int
  /// False when this person already has this address of this kind. A disabled one becomes as enabled as
  /// this one is, unless the person has switched it off or removed it.
  func insert(_ channel: Channel) throws -> Bool
  /// Wins while the channel is not disabled and, where one is given, still has this address: a
  /// carrier's report about a number must not switch off the address that replaced it.
  func disable(_ channel: Channel.ID, address: String?, at: Date) throws -> Bool
  /// Updates everything but its owner, its kind and its address. False if there is none with this
  /// id.
  func update(_ channel: Channel) throws -> Bool
  func deleteChannel(_ id: Channel.ID) throws -> Bool
  /// Enables it, for whatever reason it was off. False if there is none, or it is on.
  func enableChannel(of person: Person.ID, _ kind: ChannelKind, at address: String) throws -> Bool
  /// Notes that the recipient has responded there. Never moves the time back.
  func hearChannel(_ id: Channel.ID, at: Date) throws -> Bool
  /// The person's waiting rows of this channel, except alerts, die as withdrawn; returns how many.
  /// - Parameter keepsNotices: whether security notices stay, as ``Delivery/isSecurityNotice(_:)``
  ///   recognizes them.
  func withdrawDeliveries(
    from channel: Channel.ID, of person: Person.ID, keepsNotices: Bool, at: Date
  ) throws -> Int
  /// Nil removes the value.
  func setPreference(_ key: String, of person: Person.ID, to value: String?) throws

  // MARK: Relations

  /// Stores both sides; false when either exists.
  func insert(_ relation: Relation, mirror: Relation) throws -> Bool
  /// Wins when both rows still have the given `revision`s; stores `revision + 1` in both.
  func update(_ relation: Relation, mirror: Relation) throws -> Bool
  /// Removes both sides; false when there were none.
  func deleteRelation(of owner: Person.ID, with peer: Person.ID) throws -> Bool
  /// Replaces the stored history of the two.
  func keep(_ history: RequestHistory) throws
  func forgetRequestHistory(of owner: Person.ID, from asker: Person.ID) throws

  // MARK: Check-ins

  /// False when this person already has a check-in with this client key.
  func insert(_ checkIn: CheckIn) throws -> Bool
  /// False when the person already has a watch.
  func insert(_ watch: Watch) throws -> Bool
  /// Wins while the row's `gen`, `stage` and `nextFireAt` are those of `old`.
  func update(_ watch: Watch, from old: Watch) throws -> Bool

  /// Replaces a pause of the same person that began at the same instant.
  func insert(_ pause: PauseRecord) throws -> Bool
  /// Stores another end; false when there is no such pause.
  func update(_ pause: PauseRecord) throws -> Bool

  // MARK: Travel

  /// False when the person has a trip that has not ended.
  func insert(_ travel: Travel) throws -> Bool
  /// Wins while the row has not ended and its `gen`, `stage` and `nextFireAt` are those of `old`.
  func update(_ travel: Travel, from old: Travel) throws -> Bool

  // MARK: Things

  /// False when the token's hash or the id is taken.
  func insert(_ thing: Thing) throws -> Bool
  /// Wins while the row's `gen` is `old`'s.
  func update(_ thing: Thing, from old: Thing) throws -> Bool
  /// False unless it is this person's.
  func deleteThing(_ id: Thing.ID, of person: Person.ID) throws -> Bool
  /// Replaces the one row, if any.
  func setEvidenceRule(_ rule: EvidenceRule, of person: Person.ID) throws

  // MARK: Check-in codes

  /// False when the sheet's id or a code's hash is taken, or the person has a sheet that is not void.
  func insert(_ sheet: CheckInSheet, _ codes: [CheckInCode]) throws -> Bool
  /// Returns how many were voided.
  func voidCheckInSheets(of person: Person.ID, at: Date) throws -> Int
  /// Wins while the code has not been used.
  func useCheckInCode(_ id: CheckInCode.ID, at: Date, dueAt: Date) throws -> Bool
  /// Wins while the code is due.
  func settleCheckInCode(_ id: CheckInCode.ID) throws -> Bool
  /// Wins while the code is due.
  func postponeCheckInCode(_ id: CheckInCode.ID, until: Date) throws -> Bool
  /// Seals an entry of this duress alert, after the existing ones.
  func seal(_ draft: TimelineDraft, of alert: AlertRecord.ID) throws
  /// Returns how many were removed.
  func removeSealedEntries(of alert: AlertRecord.ID) throws -> Int

  // MARK: Alerts

  /// False when the person has an open alert of this kind, or had one of this kind and `gen`
  /// (where `gen` is not nil).
  func insert(_ alert: Alert) throws -> Bool
  /// Wins while the alert is open.
  func end(_ alert: AlertRecord.ID, at: Date, reason: Alert.EndReason) throws -> Bool
  /// False when the person's key belongs to an alert already.
  func keepAlertKey(_ key: String, of person: Person.ID, alert: AlertRecord.ID) throws -> Bool

  // MARK: Escalation

  /// Nil removes the plan.
  func setEscalationPlan(_ plan: EscalationPlan?, of person: Person.ID) throws
  /// False when the alert has one.
  func insert(_ escalation: Escalation) throws -> Bool
  /// Wins while the row has not ended and its `gen` is that of `old`.
  func update(_ escalation: Escalation, from old: Escalation) throws -> Bool

  // MARK: Pings

  /// False when this ordered pair has a pending ping.
  func insert(_ ping: Ping) throws -> Bool
  /// Wins while the row's `status`, `sentAt` and `expiresAt` are those of `old`.
  func update(_ ping: Ping, from old: Ping) throws -> Bool

  // MARK: Notifications

  /// False when the dedupe key is taken.
  func insert(_ notification: NotificationRecord) throws -> Bool
  /// Wins while the entry is the person's and unread.
  func markRead(_ id: NotificationData.ID, of person: Person.ID, at: Date) throws -> Bool
  /// Marks unread entries that are not newer than `upTo`; returns how many.
  func markAllRead(of person: Person.ID, upTo: Date, at: Date) throws -> Int
  /// False when the person has no such entry. A cleared entry's dedupe key stays taken.
  func clearNotification(_ id: NotificationData.ID, of person: Person.ID) throws -> Bool
  /// Clears entries that are not newer than `upTo`; returns how many.
  func clearNotifications(of person: Person.ID, upTo: Date) throws -> Int

  // MARK: Outbox

  /// False when the dedupe key is taken.
  func insert(_ delivery: Delivery) throws -> Bool
  /// Rows that can be leased: ready ones whose `nextAttemptAt` has come, and leased ones whose
  /// lease has expired. By priority, then by `nextAttemptAt`. Only rows of the given kinds that are
  /// at least as urgent as `priority`, without those in `held` and those with
  /// ``Delivery/suspectFrom`` or more attempts without a result.
  func claimableDeliveries(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, at now: Date, limit: Int,
    sparing held: Set<Delivery.ID>
  ) throws -> [Delivery.ID]
  /// Leases one row to `owner` until `leaseUntil` and increases its `attempts` by one; if its
  /// earlier lease has expired, ``Delivery/unanswered`` as well. Nil when the row is not available;
  /// and when it is unreadable: then it is dead, and the next channel of its entry is due.
  func claimDelivery(
    _ id: Delivery.ID, owner: String, at now: Date, leaseUntil: Date
  ) throws -> Delivery?
  /// Back to `.ready` until `until`, as if it had never been claimed. Wins like the two below.
  func deferDelivery(_ id: Delivery.ID, owner: String, attempt: Int, until: Date) throws -> Bool
  /// To `.done`. This and the two below win while the row is leased by `owner` at this `attempt`.
  func completeDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, at now: Date
  ) throws -> Bool
  /// Back to `.ready` with a later attempt.
  func retryDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, nextAttemptAt: Date, error: String
  ) throws -> Bool
  /// To `.dead`.
  func buryDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, at now: Date, error: String
  ) throws -> Bool
  /// Gives all rows that `owner` has leased back to `.ready`, due immediately; returns how many.
  func releaseDeliveries(owner: String) throws -> Int
  /// Every lease lapses at `now`, of any owner, but those of messages with attempts without a result;
  /// returns how many. Only for callers that know that no other process sends from this ledger.
  func endLeases(at now: Date) throws -> Int

  // MARK: Ladder

  /// Notes how far the message has come; false if that is already known.
  func note(_ rung: Rung, of delivery: Delivery.ID, at: Date) throws -> Bool
  /// The entry's untried channels are not tried before `until`; returns how many. Only those of a
  /// higher rank than `rank`, and those that have been shown themselves: a message shown by one
  /// browser delays no other browser.
  func postponeDeliveries(
    of notification: NotificationData.ID, above rank: Int, until: Date
  ) throws -> Int
  /// Gives up the entry's waiting rows as needless; returns how many. The same rows as above, or
  /// all for nil.
  func withdrawDeliveries(
    of notification: NotificationData.ID, above rank: Int?, at: Date
  ) throws -> Int
  /// Makes the entry's next untried channel due at `at`; false if there is none.
  func advanceDelivery(of notification: NotificationData.ID, to at: Date) throws -> Bool

  /// From done or leased to dead, and no longer accepted; false in any other state. A worker that
  /// has leased it loses it.
  func bounceDelivery(_ id: Delivery.ID, reason: String, at: Date) throws -> Bool

  /// From ready to dead, and the next channel of its entry is due; false in any other state.
  func abandonDelivery(_ id: Delivery.ID, reason: String, at: Date) throws -> Bool

  /// From dead to ready, due at `at`; false unless the row is dead.
  func reviveDelivery(_ id: Delivery.ID, at: Date, giveUpAt: Date) throws -> Bool

  // MARK: Replies

  /// False when it was recorded before.
  func insertReply(_ id: Reply.ID, at: Date) throws -> Bool

  // MARK: Drills

  /// False when the person has one.
  func insert(_ drill: Drill) throws -> Bool
  /// Wins only against the row with the old one's ``Drill/gen``.
  func update(_ drill: Drill, from old: Drill) throws -> Bool

  // MARK: Audit

  /// Makes the alert of the person's check-in due at `at`, whatever the row contains and even if it
  /// is unreadable. This and those below are false if there is no such row.
  func requeueWatch(of person: Person.ID, at: Date) throws -> Bool
  /// The same for a trip that has not ended.
  func requeueTravel(_ id: TravelData.ID, at: Date) throws -> Bool
  /// Restores the missing sides of this person's relations from the existing ones; false if none is
  /// missing.
  func restoreRelations(of person: Person.ID) throws -> Bool
  /// Everyone is called at `at` for an alert that is on; creates a missing row. Where it can be read who has
  /// the alert, that responder is asked instead, and readable answers stay. For a duress alert no one has it
  /// and no one is coming any more, so that all are called.
  /// - Parameter steps: the row's new steps. With none the steps of a duress alert stay: they name
  ///   the people who may know of it.
  func requeueEscalation(
    _ alert: AlertRecord.ID, steps: [EscalationPlan.Step], at: Date
  ) throws -> Bool
  /// The same as for a trip, for a message that is neither done nor dead; a worker that has leased
  /// it loses it.
  func requeueDelivery(_ id: Delivery.ID, at: Date) throws -> Bool
  func replaceAuditSightings(_ sightings: [AuditSighting]) throws
  func setLoopTurns(_ turns: [LoopName: Date]) throws
  /// False if there is one of this name: signatures made with it must stay valid.
  func insertSecret(_ name: String, _ value: Data) throws -> Bool
  /// Replaces any value under this name, even an unreadable one; signatures made with it become
  /// invalid.
  func replaceSecret(_ name: String, _ value: Data) throws

  // MARK: Signing in

  func insert(_ code: OneTimeCode) throws -> Bool
  /// Increases `attempts` by one; wins while `attempts` is `old`.
  func countAttempt(_ id: OneTimeCode.ID, from old: Int) throws -> Bool
  /// Wins while the code is unused.
  func useOneTimeCode(_ id: OneTimeCode.ID, at: Date) throws -> Bool
  func insert(_ session: Session) throws -> Bool
  /// Wins while the session is this person's and not revoked.
  func revokeSession(_ id: SessionID, of person: Person.ID, at: Date) throws -> Bool
  /// Revokes all of the person's sessions but this one; returns how many.
  func revokeSessions(of person: Person.ID, otherThan id: SessionID, at: Date) throws -> Int
  /// Wins while the session is not revoked.
  func noteUse(ofSession id: SessionID, at: Date) throws -> Bool
  /// Wins while the session is this person's and not revoked.
  func proveSession(_ id: SessionID, of person: Person.ID, at: Date) throws -> Bool

  // MARK: Passkeys

  func insert(_ passkey: Passkey) throws -> Bool
  /// Notes its counter, whether it is backed up, and its last use; wins while its counter is
  /// `counter`.
  func noteUse(of passkey: Passkey, from counter: UInt32) throws -> Bool
  /// Wins while the passkey is this person's.
  func renamePasskey(_ id: Passkey.ID, of person: Person.ID, to name: String) throws -> Bool
  /// Wins while the passkey is this person's.
  func deletePasskey(_ id: Passkey.ID, of person: Person.ID) throws -> Bool

  // MARK: Access tokens

  func insert(_ token: AccessToken) throws -> Bool
  /// Wins while the token is this person's and not revoked.
  func revokeAccessToken(_ id: AccessToken.ID, of person: Person.ID, at: Date) throws -> Bool
  /// Wins while the token is not revoked.
  func noteUse(ofAccessToken id: AccessToken.ID, at: Date) throws -> Bool

  // MARK: Requests with a key

  /// Stores the attempt, in place of an earlier one of the same name.
  func begin(_ request: KeptRequest) throws
  /// Notes that the request's effect is stored. False when another attempt has replaced it.
  func finish(_ request: KeptRequest, at: Date) throws -> Bool
  /// False when another attempt has replaced it.
  func keep(_ answer: Data, of request: KeptRequest) throws -> Bool
  /// Removes the attempt, unless it is finished or another one has replaced it.
  func forget(_ request: KeptRequest) throws -> Bool
  /// Removes at most `limit` requests that began before `before`; returns how many.
  func sweepRequests(before: Date, limit: Int) throws -> Int

  // MARK: Activity

  func insert(_ activity: Activity) throws -> Bool
  /// Removes at most `limit` entries older than `before`; returns how many.
  func sweepActivities(before: Date, limit: Int) throws -> Int
  /// Removes automatic check-ins recorded before then, except a person's first and last of a day,
  /// in UTC. Examines `limit` check-ins that it has not examined before; returns how many.
  func sweepCheckIns(before: Date, limit: Int) throws -> Int
  /// The same for all check-ins, also those that people made.
  func sweepAllCheckIns(before: Date, limit: Int) throws -> Int
  /// Removes pings, trips, pauses and alerts that ended before `before`, at most `limit` of each, with the
  /// escalations of these alerts; returns how many. An alert of the deadline that a person has still
  /// missed stays: without it the same deadline would raise another.
  func sweepHistory(before: Date, limit: Int) throws -> Int

  // MARK: Retired codes

  /// Removes at most `limit` codes retired before `before`; returns how many.
  func sweepRetiredQRCodes(before: Date, limit: Int) throws -> Int

  // MARK: Timeline

  /// False when the person's chain has an entry of this number. No entry is ever changed, and
  /// entries are removed only by ``sweepTimelines(before:limit:)`` and with the person.
  func insert(_ entry: TimelineEntry) throws -> Bool
  /// Stores the new end of a chain; wins while it is still `old`, nil for a chain not begun. False
  /// for a person without a watch, whose row stores the end.
  func advance(_ head: TimelineHead, from old: TimelineHead?) throws -> Bool
  /// Removes, for at most `limit` people, the entries up to the first one not older than `before`;
  /// the last one removed becomes the anchor of the rest. Returns how many people were examined,
  /// and how many entries were removed; a chain whose oldest entry is already gone may contribute
  /// none.
  func sweepTimelines(before: Date, limit: Int) throws -> (seen: Int, removed: Int)

  // MARK: After the clock was set back

  /// Messages of alerts that wait for longer than their rule: those of a first channel, and those
  /// that were tried, wait five minutes at most; those of later channels that were stored after
  /// `now` wait `seconds` less than before.
  func bringForwardAlarms(by seconds: TimeInterval, at now: Date) throws
  /// Used check-in codes that are due later than `now` are due then.
  func bringForwardCheckInCodes(to now: Date) throws

  // MARK: The server itself

  /// Replaces the one row, if any.
  func setHeartbeat(_ heartbeat: Heartbeat) throws
  /// Removes what no one needs any more: notifications and finished deliveries older than `before`,
  /// codes, sessions and access tokens that expired before it, tokens that were revoked before it,
  /// sheets of check-in codes that were void before it and have no code that is due. At most
  /// `limit` rows of each; returns how many in all.
  func sweep(before: Date, limit: Int) throws -> Int
}

extension LedgerTransaction {
  /// Leases up to `limit` of the rows that ``claimableDeliveries(of:upTo:at:limit:sparing:)``
  /// returns.
  public func claimDeliveries(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority = .information, owner: String,
    at now: Date, leaseUntil: Date, limit: Int, sparing held: Set<Delivery.ID> = []
  ) throws -> [Delivery] {
    var claimed: [Delivery] = []
    var held = held
    while claimed.count < limit {
      let ids = try claimableDeliveries(
        of: kinds, upTo: priority, at: now, limit: limit - claimed.count, sparing: held)
      let rows = try ids.compactMap {
        try claimDelivery($0, owner: owner, at: now, leaseUntil: leaseUntil)
      }
      claimed += rows
      // Unreadable rows take no place from those behind them.
      guard rows.count < ids.count else { break }
      held.formUnion(ids)
    }
    return claimed
  }
}
