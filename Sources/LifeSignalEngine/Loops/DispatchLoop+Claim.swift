import Foundation
import LifeSignalModel
import Logging
import Synchronization

/// Leases messages that are ready, and leaves out those that must not be sent.
extension DispatchLoop {
  /// Seconds for which a row that cannot even be claimed is left alone.
  static let setAside: TimeInterval = 3_600
  /// Seconds after which a message that would not be true yet is looked at again: a tenth of its age, within
  /// these limits. Ten thousand of them must not keep the database busy.
  static let holding: ClosedRange<TimeInterval> = 15...60

  /// Leases ready messages for which the couriers have free hands.
  func claim() async throws -> (parcels: [Parcel], next: Date) {
    let claimed = try await claimReady()
    // Not earlier: a loop that fails at every claim sends nothing, even if it turns often.
    turnedAt.withLock { $0 = engine.clock.now }
    engine.pulse.turned(.dispatch, on: engine.clock)
    return claimed
  }

  private func claimReady() async throws -> (parcels: [Parcel], next: Date) {
    let now = engine.clock.now
    guard let earliest = try await firstDue(at: now) else { return ([], .distantFuture) }
    guard earliest <= now else { return ([], earliest) }
    let room = room()
    // A courier that finishes a message nudges us.
    guard !room.isEmpty else { return ([], now + 1) }
    let held = inHand.withLock { $0.ids }
    var way = inHand.withLock { $0.way(at: now) }
    var claimed = Claimed()
    if way == .suspect {
      claimed = try await takeSuspect(room, sparing: held, at: now)
      if claimed.isIdle {
        way = inHand.withLock { hand in
          hand.looked(found: false, at: now)
          return hand.way(at: now)
        }
      }
    }
    switch way {
    case .suspect: break
    case .wait(let until): return ([], until)
    case .alerts: claimed = try await takeOthers(room.map(\.forAlerts), sparing: held, at: now)
    case .all: claimed = try await takeOthers(room, sparing: held, at: now)
    }
    let (isIdle, ids) = (claimed.isIdle, claimed.owed.map(\.id))
    let mayGoOn = inHand.withLock { [way, claimedAt = engine.clock.now] hand in
      hand.take(ids, as: way, at: claimedAt)
      return isIdle && way == .all ? hand.othersAreDone(at: now) : !isIdle
    }
    if !claimed.owed.isEmpty { FailPoint.betweenClaimAndSend.hit() }
    engine.tally.note(.dead, of: claimed.buried)
    let parcels = await pack(claimed.owed, at: now)
    hands.withLock { hands in
      for parcel in parcels { hands[parcel.first.kind, default: Hands()].sending += 1 }
    }
    return (parcels, mayGoOn ? now : now + 1)
  }

  /// When the next row can be claimed. If it can be now, and it is time to, also looks for messages that may
  /// end the process.
  private func firstDue(at now: Date) async throws -> Date? {
    let kinds = Set(engine.couriers.keys)
    let (held, looks) = inHand.withLock { ($0.ids, $0.mustLook(at: now)) }
    let (earliest, suspect) = try await engine.ledger.read(for: .promise) {
      tx -> (Date?, Delivery.ID?) in
      guard let first = try tx.earliestDelivery() else { return (nil, nil) }
      guard looks, first <= now else { return (first, nil) }
      // A failed search must delay nothing else.
      let found = try? tx.suspectDelivery(of: kinds, upTo: .information, at: now, sparing: held)
      return (first, found)
    }
    if looks, let earliest, earliest <= now {
      inHand.withLock { $0.looked(found: suspect != nil, at: now) }
    }
    return earliest
  }

  /// One courier's free hands.
  private struct Room: Sendable {
    var kind: ChannelKind
    var alarms: Int
    var all: Int

    var forAlerts: Room { Room(kind: kind, alarms: alarms, all: 0) }
  }

  private struct Claimed: Sendable {
    var owed: [Delivery] = []
    var buried: [ChannelKind] = []
    var isIdle = true
  }

  private func room() -> [Room] {
    hands.withLock { hands in
      // In a fixed order, so that a simulation replays.
      engine.couriers.keys.sorted { $0.rawValue < $1.rawValue }.map { kind in
        let used = hands[kind, default: Hands()]
        let free = limits.concurrencyPerKind - used.sending
        let most = min(limits.claim, free, limits.unmarked - used.sending - used.marking)
        return Room(kind: kind, alarms: most, all: min(most, free - limits.alarmHands))
      }
      .filter { $0.alarms > 0 }
    }
  }

  /// Messages that are not known to end the process.
  private func takeOthers(
    _ room: [Room], sparing held: Set<Delivery.ID>, at now: Date
  ) async throws -> Claimed {
    do {
      return try await engine.ledger.write { [self] tx in
        try take(room, sparing: held, at: now, in: tx)
      }
    } catch LedgerError.corrupt(let reason) {
      engine.logger.error("a claim failed, row by row now", metadata: ["error": "\(reason)"])
      return try await takeOneByOne(room, sparing: held, at: now)
    }
  }

  private func take(
    _ room: [Room], sparing held: Set<Delivery.ID>, at now: Date, in tx: any LedgerTransaction
  ) throws -> Claimed {
    // From when the body runs, so that a claim that has waited for the disk does not start expired.
    let leaseUntil = (engine.clock.now + limits.lease).storable
    let rows = try room.flatMap { room in
      let urgent = try tx.claimDeliveries(
        of: [room.kind], upTo: .missedCheckIn, owner: owner, at: now, leaseUntil: leaseUntil,
        limit: room.alarms, sparing: held)
      return urgent
        + (try tx.claimDeliveries(
          of: [room.kind], upTo: .information, owner: owner, at: now, leaseUntil: leaseUntil,
          limit: room.all - urgent.count, sparing: held))
    }
    var claimed = Claimed()
    claimed.isIdle = rows.isEmpty
    // Alerts first: whether an all-clear must wait depends on what becomes of them.
    for row in rows.filter(\.isAlarm) + rows.filter({ !$0.isAlarm }) {
      try sort(row, into: &claimed, at: now, in: tx)
    }
    return claimed
  }

  /// The most urgent message that may end the process and for which its courier has a free hand;
  /// idle when there is none.
  private func takeSuspect(
    _ room: [Room], sparing held: Set<Delivery.ID>, at now: Date
  ) async throws -> Claimed {
    let ofAlerts = Set(room.map(\.kind))
    let ofAll = Set(room.filter { $0.all > 0 }.map(\.kind))
    let suspect = try await engine.ledger.read(for: .promise) { tx in
      // A failed search must delay nothing else.
      (try? tx.suspectDelivery(of: ofAlerts, upTo: .missedCheckIn, at: now, sparing: held))
        ?? (try? tx.suspectDelivery(of: ofAll, upTo: .information, at: now, sparing: held))
    }
    guard let suspect else { return Claimed() }
    return try await takeOne(suspect, at: now) ?? Claimed()
  }

  private func sort(
    _ delivery: Delivery, into claimed: inout Claimed, at now: Date, in tx: any LedgerTransaction
  ) throws {
    if delivery.unanswered >= Delivery.mostUnanswered {
      _ = try tx.settle(
        delivery.id, owner: owner, attempt: delivery.attempts,
        .givenUp(Delivery.endedProcess, at: now))
      // Another channel may carry it without harm.
      if let entry = delivery.notification { _ = try tx.apply(.advanceDelivery(entry, to: now)) }
      claimed.buried.append(delivery.kind)
      engine.logger.error(
        "a message that ended the process is given up", metadata: ["delivery": "\(delivery.id)"])
      return
    }
    let fate = try? tx.fate(of: delivery, carriedBy: Set(engine.couriers.keys))
    // An all-clear may be late, because it waited for another alert to end. Without it the alert would stay
    // its recipient's last message.
    let isTooLate =
      delivery.isAllClear ? fate == nil && delivery.giveUpAt < now : delivery.isStale(at: now)
    if isTooLate {
      _ = try tx.settle(
        delivery.id, owner: owner, attempt: delivery.attempts, .givenUp(Delivery.tooLate, at: now))
      claimed.buried.append(delivery.kind)
      return
    }
    // A failed check must not hold an alert back. An all-clear that might be false waits for the repair.
    let unchecked: Fate = delivery.isAllClear ? .held : .owed
    switch fate ?? unchecked {
    case .owed:
      // An earlier attempt that was never marked may have sent the message.
      if delivery.attempts > 1, delivery.lastError == nil || delivery.unanswered > 0 {
        _ = try tx.record(.possiblySentTwice, of: delivery, at: now, engine.logger)
      }
      claimed.owed.append(delivery)
    case .held:
      let tenth = now.timeIntervalSince(delivery.createdAt) / 10
      let pause = min(max(tenth, Self.holding.lowerBound), Self.holding.upperBound)
      _ = try tx.settle(
        delivery.id, owner: owner, attempt: delivery.attempts,
        .deferred(until: (now + pause).storable))
    case .withdrawn:
      _ = try tx.settle(
        delivery.id, owner: owner, attempt: delivery.attempts, .givenUp(Delivery.withdrawn, at: now)
      )
      _ = try tx.record(.withdrawn, of: delivery, at: now, engine.logger)
    }
  }

  /// Claims each row in a transaction of its own, the most urgent first: a row that cannot be
  /// claimed delays no other, and waits an hour.
  private func takeOneByOne(
    _ room: [Room], sparing held: Set<Delivery.ID>, at now: Date
  ) async throws -> Claimed {
    var claimed = Claimed()
    for room in room {
      let ids = try await engine.ledger.write { tx in
        let urgent = try tx.claimableDeliveries(
          of: [room.kind], upTo: .missedCheckIn, at: now, limit: room.alarms, sparing: held)
        return urgent
          + (try tx.claimableDeliveries(
            of: [room.kind], upTo: .information, at: now, limit: room.all - urgent.count,
            sparing: held.union(urgent)))
      }
      for id in ids {
        do {
          guard let one = try await takeOne(id, at: now) else { continue }
          claimed.owed += one.owed
          claimed.buried += one.buried
          claimed.isIdle = false
        } catch {
          // The messages claimed so far are ours and must be sent.
          engine.logger.error("a claim row by row ended", metadata: ["error": "\(error)"])
          return claimed
        }
      }
    }
    return claimed
  }

  /// In a transaction of its own; idle when the row is not available. Nil when it cannot be
  /// claimed: then it waits an hour.
  private func takeOne(_ id: Delivery.ID, at now: Date) async throws -> Claimed? {
    do {
      return try await engine.ledger.write { [self] tx in
        var one = Claimed()
        let leaseUntil = (engine.clock.now + limits.lease).storable
        if let row = try tx.claimDelivery(id, owner: owner, at: now, leaseUntil: leaseUntil) {
          one.isIdle = false
          try sort(row, into: &one, at: now, in: tx)
        }
        return one
      }
    } catch LedgerError.corrupt(let reason) {
      await setAside(id, because: reason, at: now)
      return nil
    }
  }

  private func setAside(_ id: Delivery.ID, because reason: String, at now: Date) async {
    let until = (now + Self.setAside).storable
    engine.damage.setAside("delivery \(id)", until: until)
    engine.logger.error(
      "a message cannot be claimed and waits an hour",
      metadata: ["delivery": "\(id)", "error": "\(reason)"])
    do {
      _ = try await engine.ledger.write { try $0.apply(.requeueDelivery(id, at: until)) }
    } catch {
      engine.logger.error(
        "a message cannot be set aside", metadata: ["delivery": "\(id)", "error": "\(error)"])
    }
  }
}
