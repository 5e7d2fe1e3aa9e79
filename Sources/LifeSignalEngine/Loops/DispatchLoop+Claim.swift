import Foundation
import LifeSignalModel
import Logging
import Synchronization

/// Leases what is ready, and leaves aside what must not be sent.
extension DispatchLoop {
  /// Seconds a row waits that cannot even be claimed.
  static let setAside: TimeInterval = 3_600
  /// Seconds in which nothing else is claimed beside a message that has ended the process. It does so when
  /// it is rendered or sent; a carrier that is slow must not hold up everything else.
  static let alone: TimeInterval = 5
  /// Seconds after which an alert that has ended the process no longer waits for a moment without any other
  /// message: on a busy server there is none.
  static let patience: TimeInterval = 60

  /// Leases ready messages for which the couriers have free hands.
  func claim() async throws -> (parcels: [Parcel], next: Date) {
    let claimed = try await claimReady()
    // Not before: a loop that fails at every claim sends nothing, however often it turns.
    turnedAt.withLock { $0 = engine.clock.now }
    engine.pulse.turned(.dispatch, on: engine.clock)
    return claimed
  }

  private func claimReady() async throws -> (parcels: [Parcel], next: Date) {
    let now = engine.clock.now
    guard
      let earliest = try await engine.ledger.read(for: .promise, { try $0.earliestDelivery() })
    else {
      return ([], .distantFuture)
    }
    guard earliest <= now else { return ([], earliest) }
    let held = inHand.withLock { $0 }
    let room = room()
    // A courier that has handed something over nudges us.
    guard !room.isEmpty, !held.isAlone(at: now) else { return ([], now + 1) }
    let claimed: Claimed
    do {
      claimed = try await engine.ledger.write { [self] tx in
        try take(room, sparing: held.ids, at: now, in: tx)
      }
    } catch LedgerError.corrupt(let reason) {
      engine.logger.error("a claim failed, row by row now", metadata: ["error": "\(reason)"])
      claimed = try await takeOneByOne(room, sparing: held.ids, at: now)
    }
    inHand.withLock { hand in
      hand.ids.formUnion(claimed.owed.map(\.id))
      if claimed.isAlone, !claimed.owed.isEmpty { hand.aloneUntil = now + Self.alone }
    }
    if !claimed.owed.isEmpty { FailPoint.betweenClaimAndSend.hit() }
    engine.tally.note(.dead, of: claimed.buried)
    let parcels = await pack(claimed.owed, at: now)
    hands.withLock { hands in
      for parcel in parcels { hands[parcel.first.kind, default: Hands()].sending += 1 }
    }
    return (parcels, claimed.isIdle ? now + 1 : now)
  }

  /// What one courier has hands for.
  private struct Room: Sendable {
    var kind: ChannelKind
    var alarms: Int
    var all: Int
  }

  private struct Claimed: Sendable {
    var owed: [Delivery] = []
    var buried: [ChannelKind] = []
    var isIdle = true
    /// It has ended the process before, so nothing else is sent beside it.
    var isAlone = false
  }

  private func room() -> [Room] {
    hands.withLock { hands in
      // In one order, so that a simulation replays.
      engine.couriers.keys.sorted { $0.rawValue < $1.rawValue }.map { kind in
        let used = hands[kind, default: Hands()]
        let free = limits.concurrencyPerKind - used.sending
        let most = min(limits.claim, free, limits.unmarked - used.sending - used.marking)
        return Room(kind: kind, alarms: most, all: min(most, free - limits.alarmHands))
      }
      .filter { $0.alarms > 0 }
    }
  }

  private func take(
    _ room: [Room], sparing held: Set<Delivery.ID>, at now: Date, in tx: any LedgerTransaction
  ) throws -> Claimed {
    // From when the body runs: a claim that has waited for the disk is not born lapsed.
    let leaseUntil = (engine.clock.now + limits.lease).storable
    var rows = try room.flatMap { room in
      let urgent = try tx.claimDeliveries(
        of: [room.kind], upTo: .missedCheckIn, owner: owner, at: now, leaseUntil: leaseUntil,
        limit: room.alarms, sparing: held)
      return urgent
        + (try tx.claimDeliveries(
          of: [room.kind], upTo: .information, owner: owner, at: now, leaseUntil: leaseUntil,
          limit: room.all - urgent.count, sparing: held))
    }
    var claimed = Claimed()
    let kinds = Set(room.map(\.kind))
    let mayBeAlone = rows.isEmpty && held.isEmpty
    let suspect =
      mayBeAlone
      ? try tx.suspectDelivery(of: kinds, upTo: .information, at: now)
      : try tx.suspectDelivery(of: kinds, upTo: .missedCheckIn, at: now - Self.patience)
    if let suspect,
      let row = try tx.claimDelivery(suspect, owner: owner, at: now, leaseUntil: leaseUntil)
    {
      rows.append(row)
      claimed.isAlone = mayBeAlone
    }
    claimed.isIdle = rows.isEmpty
    for row in rows { try sort(row, into: &claimed, at: now, in: tx) }
    return claimed
  }

  private func sort(
    _ delivery: Delivery, into claimed: inout Claimed, at now: Date, in tx: any LedgerTransaction
  ) throws {
    if delivery.unanswered >= Delivery.mostUnanswered {
      _ = try tx.buryDelivery(
        delivery.id, owner: owner, attempt: delivery.attempts, at: now,
        error: Delivery.endedProcess)
      // Another channel may carry it without harm.
      if let entry = delivery.notification { _ = try tx.advanceDelivery(of: entry, to: now) }
      claimed.buried.append(delivery.kind)
      engine.logger.error(
        "a message that ended the process is given up", metadata: ["delivery": "\(delivery.id)"])
    } else if delivery.isStale(at: now) {
      _ = try tx.buryDelivery(
        delivery.id, owner: owner, attempt: delivery.attempts, at: now, error: Delivery.tooLate)
      claimed.buried.append(delivery.kind)
    } else if (try? tx.isOwed(delivery)) ?? true {
      // A failed check must not hold the message back.
      // An earlier attempt that was never marked may have sent the message.
      if delivery.attempts > 1, delivery.lastError == nil || delivery.unanswered > 0 {
        _ = try tx.record(.possiblySentTwice, of: delivery, at: now, engine.logger)
      }
      claimed.owed.append(delivery)
    } else {
      _ = try tx.buryDelivery(
        delivery.id, owner: owner, attempt: delivery.attempts, at: now, error: Delivery.withdrawn)
      _ = try tx.record(.withdrawn, of: delivery, at: now, engine.logger)
    }
  }

  /// Each row in a transaction of its own, the most urgent first: one that cannot be claimed costs no
  /// other its turn, and waits an hour.
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
          let one = try await engine.ledger.write { [self] tx in
            var one = Claimed()
            let leaseUntil = (engine.clock.now + limits.lease).storable
            if let row = try tx.claimDelivery(id, owner: owner, at: now, leaseUntil: leaseUntil) {
              try sort(row, into: &one, at: now, in: tx)
            }
            return one
          }
          claimed.owed += one.owed
          claimed.buried += one.buried
          claimed.isIdle = false
        } catch LedgerError.corrupt(let reason) {
          await setAside(id, because: reason, at: now)
        } catch {
          // The messages claimed so far are ours and must be sent.
          engine.logger.error("a claim row by row ended", metadata: ["error": "\(error)"])
          return claimed
        }
      }
    }
    return claimed
  }

  private func setAside(_ id: Delivery.ID, because reason: String, at now: Date) async {
    let until = (now + Self.setAside).storable
    engine.damage.setAside("delivery \(id)", until: until)
    engine.logger.error(
      "a message cannot be claimed and waits an hour",
      metadata: ["delivery": "\(id)", "error": "\(reason)"])
    do {
      _ = try await engine.ledger.write { try $0.requeueDelivery(id, at: until) }
    } catch {
      engine.logger.error(
        "a message cannot be set aside", metadata: ["delivery": "\(id)", "error": "\(error)"])
    }
  }
}

/// Messages that a loop has claimed and not marked yet.
struct InHand: Sendable {
  var ids: Set<Delivery.ID> = []
  /// While a message that may end the process is under way alone: until when no other is claimed.
  var aloneUntil: Date?

  func isAlone(at now: Date) -> Bool { aloneUntil.map { now < $0 } ?? false }

  mutating func put(_ id: Delivery.ID) {
    ids.remove(id)
    if ids.isEmpty { aloneUntil = nil }
  }
}
