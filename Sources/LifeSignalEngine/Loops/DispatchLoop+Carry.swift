import Foundation
import LifeSignalModel
import Logging
import Synchronization

/// From the claim to the carrier's answer.
extension DispatchLoop {
  /// Sends claimed messages and notes the results.
  func carry(_ parcel: Parcel) async {
    let begun = engine.clock.now
    for delivery in parcel.deliveries where delivery.isAlarm && delivery.attempts <= 1 {
      engine.tally.note(.attempted, begun.timeIntervalSince(delivery.promisedAt))
    }
    let isWithCourier = await sendAndMark(parcel)
    // The loop learns of alerts that wait their turn before it is woken. The hand is given back
    // before pages are notified: no message waits for them.
    let news = alertsDue(in: parcel)
    hands.withLock { $0[parcel.first.kind]?.finish(isWithCourier: isWithCourier) }
    engine.dispatchNudge.note(engine.clock.now)
    if !Task.isCancelled { await announce(news) }
  }

  /// - Returns: whether the hand is still the courier's.
  private func sendAndMark(_ claimed: Parcel) async -> Bool {
    guard let parcel = await current(claimed), !isTooLate(parcel) else {
      await putBack(claimed)
      return true
    }
    let kind = parcel.first.kind
    do {
      try await send(parcel)
      // The carrier has it: the hand is free for the next one while the row waits for its commit.
      hands.withLock { $0[kind]?.handOver() }
      engine.dispatchNudge.note(engine.clock.now)
    } catch {
      if Task.isCancelled { return true }  // Shutting down: the lease is given back.
      let failure = error as? CourierFailure ?? .transient("\(type(of: error))")
      if case .transient = failure {
        engine.carriers.failed(kind, address: parcel.first.address, at: engine.clock.now)
      }
      for delivery in parcel.deliveries { await note(delivery, failure: failure) }
      return true
    }
    FailPoint.betweenSendAndMark.hit()
    let now = engine.clock.now
    engine.carriers.succeeded(kind)
    engine.tally.note(.sent, of: parcel.deliveries.map(\.kind))
    if parcel.isBundle { engine.tally.note(.bundled, of: parcel.deliveries.map(\.kind)) }
    for delivery in parcel.deliveries {
      if delivery.isAlarm {
        engine.tally.noteAlarm(lateness: now.timeIntervalSince(delivery.promisedAt))
      }
      await mark(delivery) { [owner] tx in
        try tx.settle(delivery.id, owner: owner, attempt: delivery.attempts, .sent(at: now))
      } more: { [logger = engine.logger] tx in
        // A message that needs no action is sent once. An alert continues to the next channel until
        // the recipient has seen it.
        if let entry = delivery.notification, delivery.isDoneWhenAccepted {
          _ = try tx.apply(.withdrawDeliveries(entry, above: nil, at: now))
        }
        try tx.releaseAllClear(after: delivery, at: now)
        try tx.recordTakeover(by: delivery, at: now, logger)
        return try tx.record(.accepted, of: delivery, at: now, logger)
      }
    }
    return false
  }

  private func send(_ parcel: Parcel) async throws {
    try await destinationHands.send(parcel.first, on: engine.clock) {
      guard let courier = engine.couriers[parcel.first.kind] else {
        throw CourierFailure.transient("no courier of this kind")
      }
      let message = message(of: parcel)
      // Ends before the lease, so that no other worker sends the same row while we still do.
      let left = parcel.leaseLeft(at: engine.clock.now) ?? limits.lease
      let limit = min(limits.lease * 0.8, max(left, limits.lease * Self.leastLease))
      try await withinTime(.seconds(limit), on: engine.clock) {
        try await courier.deliver(message)
      }
    }
  }

  /// A fraction of the lease: with less than this left only an alert is sent, since sending it
  /// twice is better than not at all.
  private static let leastLease = 0.25

  /// Whether a claim has waited for the disk so long that the lease may expire while the courier
  /// has the message.
  private func isTooLate(_ parcel: Parcel) -> Bool {
    guard !parcel.first.isAlarm, let left = parcel.leaseLeft(at: engine.clock.now) else {
      return false
    }
    return left < limits.lease * Self.leastLease
  }

  /// The parcel in words that are true now; nil where one of its messages is no longer true since it
  /// was claimed. The next claim withdraws it.
  private func current(_ parcel: Parcel) async -> Parcel? {
    guard parcel.deliveries.contains(where: { $0.personInDanger != nil }) else { return parcel }
    let (kinds, translations) = (Set(engine.couriers.keys), engine.configuration.translations)
    do {
      return try await engine.ledger.read(for: .promise) { tx -> Parcel? in
        var parcel = parcel
        for (index, delivery) in parcel.deliveries.enumerated() {
          // A call is sent once too often rather than late.
          guard try !delivery.isNewsOfAlert || tx.fate(of: delivery, carriedBy: kinds) == .owed
          else { return nil }
          parcel.deliveries[index] = tx.worded(delivery, in: translations)
        }
        return parcel
      }
    } catch {
      // A failed check must not hold the message back.
      return parcel
    }
  }

  private func putBack(_ parcel: Parcel) async {
    destinationHands.giveBack(parcel.first, hasAnswered: nil)
    let now = engine.clock.now.storable
    for delivery in parcel.deliveries {
      await mark(delivery) { [owner] tx in
        try tx.settle(delivery.id, owner: owner, attempt: delivery.attempts, .deferred(until: now))
      } more: { _ in
        [:]
      }
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
    await mark(delivery) { [self] tx in
      try store(verdict, of: delivery, reason: reason, at: now, in: tx)
    } more: { [self, logger = engine.logger] tx in
      if case .addressGone(_, let since) = failure, !delivery.kind.isTypedIn,
        try isGone(delivery, since: since, at: now, in: tx)
      {
        _ = try tx.apply(
          .disableChannel(delivery.channel, address: delivery.address, at: now))
      }
      if verdict == .dead { try tx.releaseAllClear(after: delivery, at: now) }
      try tx.recordTakeover(by: delivery, at: now, logger)
      return try tx.record(.sendingFailed, of: delivery, at: now, logger) {
        $0.reason = reason
        if case .retry(let at) = verdict { $0.until = at }
      }
    }
    if case .addressGone = failure, delivery.kind.isTypedIn { await lose(delivery) }
  }

  /// False when the row is no longer ours.
  private func store(
    _ verdict: RetryRules.Verdict, of delivery: Delivery, reason: String, at now: Date,
    in tx: any LedgerTransaction
  ) throws -> Bool {
    let givesWay: Bool
    switch verdict {
    case .retry(let at):
      guard
        try tx.settle(
          delivery.id, owner: owner, attempt: delivery.attempts, .failed(reason, retryAt: at))
      else { return false }
      givesWay =
        try delivery.notification.map {
          RetryRules.givesWay(delivery, until: at, others: try tx.deliveries(of: $0), now: now)
        } ?? false
    case .dead:
      guard
        try tx.settle(
          delivery.id, owner: owner, attempt: delivery.attempts, .givenUp(reason, at: now))
      else { return false }
      // A failure is never final while there is another channel.
      givesWay = true
    }
    if givesWay, let entry = delivery.notification {
      try bringForward(entry, after: delivery, at: now, in: tx)
    }
    return true
  }

  /// After the row, and separately: if this write is lost, the next message has the same result.
  private func lose(_ delivery: Delivery) async {
    do {
      try await shielded { [engine] in try await engine.lose(delivery) }
    } catch {
      engine.logger.error(
        "a channel could not be switched off",
        metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
    }
  }

  /// If the device may have returned without being noted it stays on: one more failed message costs
  /// less than a working device that gets no messages.
  private func isGone(
    _ delivery: Delivery, since: Date?, at now: Date, in tx: any LedgerTransaction
  ) throws -> Bool {
    guard let since else { return true }
    let channel = try tx.channels(of: delivery.person).first { $0.id == delivery.channel }
    if channel?.wasHeard(after: since) == true { return false }
    return try !tx.mayBeUnheard(delivery.person, at: now)
  }

  /// Hands over to the next channel; in quiet hours, unless it is an alert, not before their end.
  private func bringForward(
    _ entry: NotificationData.ID, after delivery: Delivery, at now: Date,
    in tx: any LedgerTransaction
  ) throws {
    // Unreadable quiet hours count as none.
    let person = delivery.priority.climbs ? nil : try? tx.person(delivery.person)
    let end = person?.quietHours?.end(at: now)
    _ = try tx.apply(.advanceDelivery(entry, to: end?.storable ?? now))
  }
}

extension Parcel {
  /// Seconds; nil without a lease.
  fileprivate func leaseLeft(at now: Date) -> TimeInterval? {
    first.leaseUntil?.timeIntervalSince(now)
  }
}

extension ChannelKind {
  /// Whether its owner typed the address in. A number or a device comes with signing in. Only we can
  /// notify the owner that an address they typed in has stopped working.
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
