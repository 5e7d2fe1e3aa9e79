public import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Hands the rows of the outbox to the couriers.
///
/// At least once: a row is claimed under a lease, sent, then marked. Whoever dies in between leaves
/// a lease that lapses, and the row is tried again with the same idempotency key.
public final class DispatchLoop: Service {
  public struct Limits: Sendable {
    /// Seconds a claimed row is ours; a courier gets four fifths of it.
    public var lease: TimeInterval
    /// Messages in the hands of one courier at once.
    public var concurrencyPerKind: Int
    /// Rows claimed at once for one kind: few, since a crash repeats what was claimed.
    public var claim: Int

    public init(lease: TimeInterval = 30, concurrencyPerKind: Int = 16, claim: Int = 8) {
      self.lease = lease
      self.concurrencyPerKind = concurrencyPerKind
      self.claim = claim
    }
  }

  private let engine: Engine
  private let limits: Limits
  /// Names this loop in leases; never used by another, not even after a restart.
  private let owner: String
  private let inFlight = Mutex<[ChannelKind: Int]>([:])
  private let turnedAt = Mutex<Date?>(nil)

  public init(engine: Engine, limits: Limits = Limits()) {
    self.engine = engine
    self.limits = limits
    owner = engine.entropy.text(bytes: 12)
  }

  /// When the loop last looked at the ledger; nil before the first time. More than a few seconds
  /// ago means that it has stalled.
  public var lastTurn: Date? { turnedAt.withLock { $0 } }

  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withDiscardingTaskGroup { group in
        while !Task.isCancelled {
          var next = engine.clock.now + 1
          do {
            let claimed = try await claim()
            for delivery in claimed.deliveries {
              group.addTask { [self] in await carry(delivery) }
            }
            next = min(next, claimed.next)
          } catch {
            engine.logger.error("dispatch loop failed", metadata: ["error": "\(error)"])
          }
          await engine.dispatchNudge.sleep(until: next, on: engine.clock)
        }
        group.cancelAll()
      }
    }
    // What was claimed and not sent is given back for whoever comes next.
    _ = try await shielded { [engine, owner] in
      try await engine.ledger.write { try $0.releaseDeliveries(owner: owner) }
    }
  }

  /// Carries everything that is ready, waits for it, and returns when to look again.
  @discardableResult
  public func turn() async throws -> Date {
    while true {
      let claimed = try await claim()
      if claimed.deliveries.isEmpty, claimed.next > engine.clock.now { return claimed.next }
      await withDiscardingTaskGroup { group in
        for delivery in claimed.deliveries {
          group.addTask { [self] in await carry(delivery) }
        }
      }
    }
  }

  /// Leases what is ready and what the couriers have hands for.
  func claim() async throws -> (deliveries: [Delivery], next: Date) {
    let now = engine.clock.now
    turnedAt.withLock { $0 = now }
    guard let earliest = try await engine.ledger.read({ try $0.earliestDelivery() }) else {
      return ([], .distantFuture)
    }
    guard earliest <= now else { return ([], earliest) }
    let room = inFlight.withLock { inFlight in
      // In one order, so that a simulation replays.
      engine.couriers.keys.sorted { $0.rawValue < $1.rawValue }.map { kind in
        (kind, min(limits.claim, limits.concurrencyPerKind - inFlight[kind, default: 0]))
      }
      .filter { $0.1 > 0 }
    }
    let leaseUntil = (now + limits.lease).storable
    let (deliveries, isIdle) = try await engine.ledger.write { [owner] tx in
      let claimed = try room.flatMap { kind, limit in
        try tx.claimDeliveries(
          of: [kind], owner: owner, at: now, leaseUntil: leaseUntil, limit: limit)
      }
      let owed = try claimed.filter { delivery in
        // What cannot be found out about a message must not keep it back.
        if (try? tx.isOwed(delivery)) ?? true { return true }
        _ = try tx.buryDelivery(
          delivery.id, owner: owner, attempt: delivery.attempts, at: now,
          error: Delivery.withdrawn)
        return false
      }
      return (owed, claimed.isEmpty)
    }
    if !deliveries.isEmpty { FailPoint.betweenClaimAndSend.hit() }
    inFlight.withLock { inFlight in
      for delivery in deliveries { inFlight[delivery.kind, default: 0] += 1 }
    }
    // With empty hands although something is due: a courier that finishes nudges us.
    return (deliveries.sorted { $0.priority < $1.priority }, isIdle ? now + 1 : now)
  }

  /// Sends one claimed row and notes how it went.
  private func carry(_ delivery: Delivery) async {
    defer {
      inFlight.withLock { $0[delivery.kind, default: 1] -= 1 }
      engine.dispatchNudge.note(engine.clock.now)
    }
    do {
      try await send(delivery)
    } catch {
      if Task.isCancelled { return }  // Shutting down: the lease is given back.
      await note(delivery, failure: error as? CourierFailure ?? .transient("\(type(of: error))"))
      return
    }
    FailPoint.betweenSendAndMark.hit()
    await mark(delivery) { [owner, now = engine.clock.now] tx in
      let isOurs = try tx.completeDelivery(
        delivery.id, owner: owner, attempt: delivery.attempts, at: now)
      // What nobody has to act on is said once; an alarm climbs on until somebody has seen it.
      if isOurs, let entry = delivery.notification, !delivery.priority.climbs {
        _ = try tx.withdrawDeliveries(of: entry, at: now)
      }
      return isOurs
    }
  }

  private func send(_ delivery: Delivery) async throws {
    guard let courier = engine.couriers[delivery.kind] else {
      throw CourierFailure.transient("no courier of this kind")
    }
    let message = CourierMessage(
      idempotencyKey: delivery.idempotencyKey, kind: delivery.kind, address: delivery.address,
      title: delivery.title, body: delivery.body, priority: delivery.priority,
      attempt: delivery.attempts, receiptToken: delivery.receiptToken)
    // Ends before the lease, so that nobody else sends the same row while we still do.
    try await withinTime(.seconds(limits.lease * 0.8), on: engine.clock) {
      try await courier.deliver(message)
    }
  }

  private func note(_ delivery: Delivery, failure: CourierFailure) async {
    let now = engine.clock.now
    let (reason, retryAfter, isFinal) = failure.reading
    let verdict =
      isFinal
      ? .dead
      : RetryRules.after(
        attempt: delivery.attempts, giveUpAt: delivery.giveUpAt, now: now,
        fraction: engine.entropy.fraction(), retryAfter: retryAfter)
    engine.logger.warning(
      "a delivery failed",
      metadata: [
        "delivery": "\(delivery.id)", "kind": "\(delivery.kind.rawValue)",
        "attempt": "\(delivery.attempts)", "reason": "\(reason)", "verdict": "\(verdict)",
      ])
    await mark(delivery) { [owner] tx in
      if case .addressGone = failure { _ = try tx.disable(delivery.channel, at: now) }
      switch verdict {
      case .retry(let at):
        return try tx.retryDelivery(
          delivery.id, owner: owner, attempt: delivery.attempts, nextAttemptAt: at, error: reason)
      case .dead:
        let isOurs = try tx.buryDelivery(
          delivery.id, owner: owner, attempt: delivery.attempts, at: now, error: reason)
        // Failed is never the end while there is another channel.
        if isOurs, let entry = delivery.notification {
          _ = try tx.advanceDelivery(of: entry, to: now)
        }
        return isOurs
      }
    }
  }

  /// Notes the result even while shutting down: a message that is sent must not be sent again.
  private func mark(
    _ delivery: Delivery, _ body: @escaping @Sendable (any LedgerTransaction) throws -> Bool
  ) async {
    do {
      let isOurs = try await shielded { [engine] in try await engine.ledger.write(body) }
      if let alert = delivery.alert { try? await engine.announceProgress(of: alert) }
      if !isOurs {
        engine.logger.warning(
          "a delivery was no longer ours when it was done", metadata: ["delivery": "\(delivery.id)"]
        )
      }
    } catch {
      // The lease lapses and the row is tried again; the key tells the carrier that it is a repeat.
      engine.logger.error(
        "the result of a delivery could not be stored",
        metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
    }
  }
}

extension CourierFailure {
  fileprivate var reading: (reason: String, retryAfter: TimeInterval?, isFinal: Bool) {
    switch self {
    case .transient(let reason, let retryAfter):
      (reason, retryAfter.map { $0 / .seconds(1) }, false)
    case .rejected(let reason): (reason, nil, true)
    case .addressGone(let reason): (reason, nil, true)
    }
  }
}
