public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
import Synchronization

/// A ledger in memory that keeps every promise of the port but durability.
public final class MemoryLedger: Ledger {
  private struct State {
    var tables = MemoryTables()
    var failures: [LedgerError?] = []
    var poisoned: Set<Person.ID> = []
    var commits = 0
    var rival: (@Sendable (inout Watch) -> Void)?
  }

  private let state = Mutex(State())

  public init() {}

  /// The next writes fail like this before anything is stored, one failure each; nil lets one through.
  public func failWrites(_ failures: LedgerError?...) {
    state.withLock { $0.failures += failures }
  }

  /// Reading this person's row fails from now on, as a corrupt row would.
  public func poison(_ person: Person.ID, _ isPoisoned: Bool = true) {
    state.withLock { state in
      if isPoisoned { state.poisoned.insert(person) } else { state.poisoned.remove(person) }
    }
  }

  /// Before the next update of a watch, inside its transaction, somebody else changes the row: what
  /// a database with weaker isolation than ours would let happen.
  public func letRivalWin(_ change: @escaping @Sendable (inout Watch) -> Void) {
    state.withLock { $0.rival = change }
  }

  public var commits: Int { state.withLock { $0.commits } }

  /// Everything stored, for checks that no read of the port offers.
  public var tables: MemoryTables { state.withLock { $0.tables } }

  public func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    try state.withLock { state in
      if !state.failures.isEmpty, let failure = state.failures.removeFirst() { throw failure }
      let transaction = MemoryTransaction(state.tables, poisoned: state.poisoned)
      transaction.rival = state.rival
      defer {
        if let committed = transaction.rivalCommitted {
          state.tables.watches[committed.person] = committed
          state.rival = nil
        }
      }
      let result = try body(transaction)
      state.tables = transaction.tables
      state.commits += 1
      return result
    }
  }

  public func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    let (tables, poisoned) = state.withLock { ($0.tables, $0.poisoned) }
    return try body(MemoryTransaction(tables, poisoned: poisoned))
  }
}

/// All rows there are.
public struct MemoryTables: Sendable {
  struct Pair: Hashable, Sendable {
    var owner: Person.ID
    var peer: Person.ID
  }

  public internal(set) var people: [Person.ID: Person] = [:]
  public internal(set) var channels: [Channel] = []
  public internal(set) var watches: [Person.ID: Watch] = [:]
  public internal(set) var checkIns: [CheckIn] = []
  /// Up to which number they have been looked at by the sweeper.
  var checkInsSweptUpTo: Int64 = 0
  var allCheckInsSweptUpTo: Int64 = 0
  public internal(set) var pauses: [Pause] = []
  public internal(set) var travels: [Travel] = []
  public internal(set) var things: [Thing] = []
  public internal(set) var evidenceRules: [Person.ID: EvidenceRule] = [:]
  public internal(set) var checkInSheets: [CheckInSheet] = []
  public internal(set) var checkInCodes: [CheckInCode] = []
  public internal(set) var sealedEntries: [AlertRecord.ID: [TimelineDraft]] = [:]
  public internal(set) var alerts: [Alert] = []
  /// By person and key.
  public internal(set) var alertKeys: [[String]: AlertRecord.ID] = [:]
  public internal(set) var escalations: [Escalation] = []
  public internal(set) var escalationPlans: [Person.ID: EscalationPlan] = [:]
  public internal(set) var pings: [Ping] = []
  public internal(set) var notifications: [NotificationRecord] = []
  public internal(set) var deliveries: [Delivery] = []
  /// When messages were given up that had been claimed.
  var buriedAt: [Delivery.ID: Date] = [:]
  public internal(set) var codes: [OneTimeCode] = []
  public internal(set) var sessions: [Session] = []
  public internal(set) var accessTokens: [AccessToken] = []
  public internal(set) var requests: [KeptRequest] = []
  public internal(set) var passkeys: [Passkey] = []
  public internal(set) var heartbeat: Heartbeat?
  public internal(set) var auditSightings: [AuditSighting] = []
  public internal(set) var loopTurns: [LoopName: Date] = [:]
  public internal(set) var secrets: [String: Data] = [:]
  public internal(set) var pictures: [Picture] = []
  public internal(set) var retiredQRCodes: [RetiredQRCode] = []
  public internal(set) var activities: [Activity] = []
  public internal(set) var timelines: [Person.ID: [TimelineEntry]] = [:]
  public internal(set) var timelineHeads: [Person.ID: TimelineHead] = [:]
  public internal(set) var drills: [Person.ID: Drill] = [:]
  public internal(set) var replies: [Reply.ID: Date] = [:]
  var relations: [Pair: Relation] = [:]
  /// The owner is the person who was asked.
  var requestHistory: [Pair: RequestHistory] = [:]
  var preferences: [Person.ID: [String: String]] = [:]
  var cleared: Set<NotificationData.ID> = []
}
