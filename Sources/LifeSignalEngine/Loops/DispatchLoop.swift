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
    /// Rows claimed at once for one kind.
    public var claim: Int
    /// Messages of one kind that are claimed and not yet marked, whether their courier still has them
    /// or has handed them over. As many may a crash repeat.
    public var unmarked: Int
    /// Of `concurrencyPerKind`, those that take nothing but alarms: a slow provider whose every hand
    /// holds a reminder would keep the next alarm waiting.
    public var alarmHands: Int
    /// Messages that are no alarms to one address at once, and per minute on average.
    public var destinationBurst: Int
    public var destinationPerMinute: Double

    public init(
      lease: TimeInterval = 30, concurrencyPerKind: Int = 32, claim: Int = 32, unmarked: Int = 64,
      alarmHands: Int? = nil, destinationBurst: Int = 5, destinationPerMinute: Double = 3
    ) {
      self.lease = lease
      self.concurrencyPerKind = concurrencyPerKind
      self.claim = claim
      self.unmarked = unmarked
      self.alarmHands = alarmHands ?? concurrencyPerKind / 4
      self.destinationBurst = destinationBurst
      self.destinationPerMinute = destinationPerMinute
    }
  }

  let engine: Engine
  private let limits: Limits
  /// Names this loop in leases; never used by another, not even after a restart.
  let owner: String
  let destinations: Throttle<String>
  private let hands = Mutex<[ChannelKind: Hands]>([:])
  private let turnedAt = Mutex<Date?>(nil)

  public init(engine: Engine, limits: Limits = Limits()) {
    self.engine = engine
    self.limits = limits
    owner = engine.entropy.text(bytes: 12)
    destinations = Throttle(
      burst: limits.destinationBurst, perSecond: limits.destinationPerMinute / 60)
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
            for parcel in claimed.parcels {
              group.addTask { [self] in await carry(parcel) }
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
      if claimed.parcels.isEmpty, claimed.next > engine.clock.now { return claimed.next }
      await withDiscardingTaskGroup { group in
        for parcel in claimed.parcels {
          group.addTask { [self] in await carry(parcel) }
        }
      }
    }
  }

  /// Leases what is ready and what the couriers have hands for.
  func claim() async throws -> (parcels: [Parcel], next: Date) {
    let now = engine.clock.now
    turnedAt.withLock { $0 = now }
    engine.pulse.turned(.dispatch, on: engine.clock)
    guard let earliest = try await engine.ledger.read({ try $0.earliestDelivery() }) else {
      return ([], .distantFuture)
    }
    guard earliest <= now else { return ([], earliest) }
    let room = hands.withLock { hands in
      // In one order, so that a simulation replays.
      engine.couriers.keys.sorted { $0.rawValue < $1.rawValue }.map { kind in
        let used = hands[kind, default: Hands()]
        let free = limits.concurrencyPerKind - used.sending
        let most = min(limits.claim, free, limits.unmarked - used.sending - used.marking)
        return (kind, alarms: most, all: min(most, free - limits.alarmHands))
      }
      .filter { $0.alarms > 0 }
    }
    // A courier that has handed something over nudges us.
    guard !room.isEmpty else { return ([], now + 1) }
    let leaseUntil = (now + limits.lease).storable
    let (deliveries, isIdle) = try await engine.ledger.write { [owner, logger = engine.logger] tx in
      let claimed = try room.flatMap { kind, alarms, all in
        let urgent = try tx.claimDeliveries(
          of: [kind], upTo: .missedCheckIn, owner: owner, at: now, leaseUntil: leaseUntil,
          limit: alarms)
        return urgent
          + (try tx.claimDeliveries(
            of: [kind], upTo: .information, owner: owner, at: now, leaseUntil: leaseUntil,
            limit: all - urgent.count))
      }
      let owed = try claimed.filter { delivery in
        // What cannot be found out about a message must not keep it back.
        if (try? tx.isOwed(delivery)) ?? true { return true }
        _ = try tx.buryDelivery(
          delivery.id, owner: owner, attempt: delivery.attempts, at: now,
          error: Delivery.withdrawn)
        _ = try tx.record(.withdrawn, of: delivery, at: now, logger)
        return false
      }
      // Begun before and never marked: whoever did so may have sent it.
      for delivery in owed where delivery.attempts > 1 && delivery.lastError == nil {
        _ = try tx.record(.possiblySentTwice, of: delivery, at: now, logger)
      }
      return (owed, claimed.isEmpty)
    }
    if !deliveries.isEmpty { FailPoint.betweenClaimAndSend.hit() }
    let parcels = await pack(deliveries, at: now)
    hands.withLock { hands in
      for parcel in parcels { hands[parcel.first.kind, default: Hands()].sending += 1 }
    }
    return (parcels, isIdle ? now + 1 : now)
  }

  /// How many parcels of one kind are on their way.
  private struct Hands {
    /// With the courier.
    var sending = 0
    /// With the carrier, but the row does not say so yet.
    var marking = 0

    mutating func handOver() {
      sending -= 1
      marking += 1
    }

    mutating func finish(isWithCourier: Bool) {
      if isWithCourier { sending -= 1 } else { marking -= 1 }
    }
  }

  /// Sends what was claimed and notes how it went.
  private func carry(_ parcel: Parcel) async {
    let kind = parcel.first.kind
    var isWithCourier = true
    let begun = engine.clock.now
    for delivery in parcel.deliveries where delivery.isAlarm && delivery.attempts <= 1 {
      engine.tally.note(.attempted, begun.timeIntervalSince(delivery.promisedAt))
    }
    defer {
      hands.withLock { [isWithCourier] in $0[kind]?.finish(isWithCourier: isWithCourier) }
      engine.dispatchNudge.note(engine.clock.now)
    }
    do {
      try await send(parcel)
      // The carrier has it: the hand is free for the next one while the row waits for its commit.
      hands.withLock { $0[kind]?.handOver() }
      isWithCourier = false
      engine.dispatchNudge.note(engine.clock.now)
    } catch {
      if Task.isCancelled { return }  // Shutting down: the lease is given back.
      let failure = error as? CourierFailure ?? .transient("\(type(of: error))")
      for delivery in parcel.deliveries { await note(delivery, failure: failure) }
      return
    }
    FailPoint.betweenSendAndMark.hit()
    let now = engine.clock.now
    engine.tally.note(.sent, of: parcel.deliveries.map(\.kind))
    if parcel.isBundle { engine.tally.note(.bundled, of: parcel.deliveries.map(\.kind)) }
    for delivery in parcel.deliveries {
      if delivery.isAlarm {
        engine.tally.noteAlarm(lateness: now.timeIntervalSince(delivery.promisedAt))
      }
      await mark(delivery) { [owner, logger = engine.logger] tx in
        guard
          try tx.completeDelivery(delivery.id, owner: owner, attempt: delivery.attempts, at: now)
        else { return nil }
        // What nobody has to act on is said once; an alarm climbs on until somebody has seen it.
        if let entry = delivery.notification, delivery.isDoneWhenAccepted {
          _ = try tx.withdrawDeliveries(of: entry, above: nil, at: now)
        }
        try tx.recordTakeover(by: delivery, at: now, logger)
        return try tx.record(.accepted, of: delivery, at: now, logger)
      }
    }
  }

  private func send(_ parcel: Parcel) async throws {
    guard let courier = engine.couriers[parcel.first.kind] else {
      throw CourierFailure.transient("no courier of this kind")
    }
    let message = message(of: parcel)
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
    engine.tally.note(verdict == .dead ? .dead : .failed, of: [delivery.kind])
    engine.logger.warning(
      "a delivery failed",
      metadata: [
        "delivery": "\(delivery.id)", "kind": "\(delivery.kind.rawValue)",
        "attempt": "\(delivery.attempts)", "reason": "\(reason)", "verdict": "\(verdict)",
      ])
    await mark(delivery) { [self, owner, logger = engine.logger] tx in
      if case .addressGone(_, let since) = failure, !delivery.kind.isTypedIn,
        try isGone(delivery, since: since, at: now, in: tx)
      {
        _ = try tx.disable(delivery.channel, address: delivery.address, at: now)
      }
      let isOurs: Bool
      let next: Date?
      switch verdict {
      case .retry(let at):
        next = at
        isOurs = try tx.retryDelivery(
          delivery.id, owner: owner, attempt: delivery.attempts, nextAttemptAt: at, error: reason)
        if isOurs, let entry = delivery.notification,
          RetryRules.givesWay(
            delivery, until: at, others: try tx.deliveries(of: entry), now: now)
        {
          try bringForward(entry, after: delivery, at: now, in: tx)
        }
      case .dead:
        next = nil
        isOurs = try tx.buryDelivery(
          delivery.id, owner: owner, attempt: delivery.attempts, at: now, error: reason)
        // Failed is never the end while there is another channel.
        if isOurs, let entry = delivery.notification {
          try bringForward(entry, after: delivery, at: now, in: tx)
        }
      }
      guard isOurs else { return nil }
      try tx.recordTakeover(by: delivery, at: now, logger)
      return try tx.record(.sendingFailed, of: delivery, at: now, logger) {
        $0.reason = reason
        $0.until = next
      }
    }
    if case .addressGone = failure, delivery.kind.isTypedIn { await lose(delivery) }
  }

  /// After the row, and by itself: if it is lost, the next message finds the same.
  private func lose(_ delivery: Delivery) async {
    do {
      try await shielded { [engine] in try await engine.lose(delivery) }
    } catch {
      engine.logger.error(
        "a channel could not be switched off",
        metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
    }
  }

  /// Where it may have come back unheard it stays on: a message that fails once more costs less than a
  /// device that is there and is sent nothing.
  private func isGone(
    _ delivery: Delivery, since: Date?, at now: Date, in tx: any LedgerTransaction
  ) throws -> Bool {
    guard let since else { return true }
    let channel = try tx.channels(of: delivery.person).first { $0.id == delivery.channel }
    if channel?.wasHeard(after: since) == true { return false }
    return try !tx.mayBeUnheard(delivery.person, at: now)
  }

  /// The next channel takes over; in quiet hours, unless it is an alarm, not before their end.
  private func bringForward(
    _ entry: NotificationData.ID, after delivery: Delivery, at now: Date,
    in tx: any LedgerTransaction
  ) throws {
    let end =
      delivery.priority.climbs ? nil : try tx.person(delivery.person)?.quietHours?.end(at: now)
    _ = try tx.advanceDelivery(of: entry, to: end?.storable ?? now)
  }

  /// Notes the result even while shutting down: a message that is sent must not be sent again.
  private func mark(
    _ delivery: Delivery,
    _ body: @escaping @Sendable (any LedgerTransaction) throws -> [Person.ID: ChangeSet]?
  ) async {
    do {
      let changes = try await shielded { [engine] in try await engine.ledger.write(body) }
      if let alert = delivery.alert { try? await engine.announceProgress(of: alert) }
      if let changes {
        if !changes.isEmpty { engine.feed.publish(changes) }
      } else {
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

extension ChannelKind {
  /// Whether it is an address its owner has added, rather than a number or a device that comes with
  /// signing in. Nobody else tells them that it has died.
  fileprivate var isTypedIn: Bool { !isPush && self != .sms && self != .voice }
}

extension CourierFailure {
  fileprivate var reading: (reason: String, retryAfter: TimeInterval?, isFinal: Bool) {
    switch self {
    case .transient(let reason, let retryAfter):
      (reason, retryAfter.map { $0 / .seconds(1) }, false)
    case .rejected(let reason): (reason, nil, true)
    case .addressGone(let reason, _): (reason, nil, true)
    }
  }
}
