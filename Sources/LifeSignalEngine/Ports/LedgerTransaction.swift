public import Foundation
public import LifeSignalModel

/// Writes inside one transaction, which also sees its own writes.
///
/// Every change of state is a compare-and-set. It returns whether it won; losing changes nothing
/// and is not an error of the storage engine. Inserts return false if a value that the doc comment
/// calls unique is already taken.
public protocol LedgerTransaction: LedgerSnapshot {
  // MARK: Records

  /// False when one of the values that its table declares unique is taken, unless the table says that
  /// such a record replaces the stored one.
  func insert<Stored: Record>(_ record: Stored) throws -> Bool
  /// Stores what has changed. Wins while the row still has the old record's compared values, and has
  /// not ended.
  func update<Stored: Record>(_ record: Stored, from old: Stored) throws -> Bool
  /// False when there is none.
  func delete<Stored: KeyedRecord>(_ type: Stored.Type, _ key: Stored.Key) throws -> Bool

  /// Makes one change of a decision; returns how many rows it changed, or 1 for any number where only
  /// one person's row counts. 0 when it lost, or found its work done.
  func apply(_ mutation: Mutation) throws -> Int

  // MARK: Channels

  /// False when this person already has this address of this kind. A disabled one becomes as enabled as
  /// this one is, unless the person has switched it off or removed it.
  func insert(_ channel: Channel) throws -> Bool

  // MARK: Check-in codes

  /// Seals an entry of this duress alert, after the existing ones.
  func seal(_ draft: TimelineDraft, of alert: AlertRecord.ID) throws
  /// Returns how many were removed.
  func removeSealedEntries(of alert: AlertRecord.ID) throws -> Int

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
  /// Stores what became of an attempt. Wins while the row is leased by `owner` at this `attempt`.
  func settle(
    _ id: Delivery.ID, owner: String, attempt: Int, _ result: AttemptResult
  ) throws -> Bool
  /// Gives all rows that `owner` has leased back to `.ready`, due immediately; returns how many.
  func releaseDeliveries(owner: String) throws -> Int
  /// Every lease lapses at `now`, of any owner, but those of messages with attempts without a result;
  /// returns how many. Only for callers that know that no other process sends from this ledger.
  func endLeases(at now: Date) throws -> Int

  // MARK: Audit

  func replaceAuditSightings(_ sightings: [AuditSighting]) throws

  // MARK: Requests with a key

  /// Notes that the request's effect is stored. False when another attempt has replaced it.
  func finish(_ request: KeptRequest, at: Date) throws -> Bool
  /// False when another attempt has replaced it.
  func keep(_ answer: Data, of request: KeptRequest) throws -> Bool
  /// Removes the attempt, unless it is finished or another one has replaced it.
  func forget(_ request: KeptRequest) throws -> Bool

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

  /// Removes rows of this kind that were over before `before`, at most `limit` of each table; returns
  /// how many.
  func sweep(_ kind: SweptRows, before: Date, limit: Int) throws -> Int
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
