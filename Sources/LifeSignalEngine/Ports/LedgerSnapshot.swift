public import Foundation
public import LifeSignalModel

/// Everything in ``Reads``, and the reads that only loops, the auditor and health need.
public protocol LedgerSnapshot: Reads {
  // MARK: Check-ins

  /// Watches with `nextFireAt` at or before `now`, earliest first.
  func dueWatches(at now: Date, limit: Int) throws -> [Watch]
  /// The smallest `nextFireAt`, if any.
  func earliestWatch() throws -> Date?

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
  /// The rows of each kind of channel that are not done, by state. The three cost no more than
  /// their rows.
  func outboxFigures() throws -> [OutboxFigure]
  /// Messages that were given up, newest first.
  func deadLetters(limit: Int) throws -> [DeadLetter]

  // MARK: Drills

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

  // MARK: Signing in

  /// Sessions that are invalid at `now`, or missing, and have a browser or phone that is on or can
  /// be switched on; by id, those after `last`.
  func sessionsToForget(at now: Date, after last: SessionID?, limit: Int) throws -> [LapsedSession]
  /// The last good session of each person with a deadline, if it ends after `now` and by `end`, and they
  /// have not been warned of that end; by id, those after `last`.
  func lastSessions(
    endingAfter now: Date, by end: Date, after last: SessionID?, limit: Int
  ) throws -> [LapsedSession]

  // MARK: The server itself

  /// The greatest row number that ``IDGenerator`` has made; nil if there is none.
  func greatestID() throws -> Int64?

  // MARK: After the clock was set back

  /// In the order of their people's numbers, from after `after` on: watches whose countdown begins later
  /// than `now`, and those whose courtesy lasts longer than `courtesy` seconds from then.
  func watches(ahead now: Date, courtesy: TimeInterval, after: Int64, limit: Int) throws -> [Watch]
}
