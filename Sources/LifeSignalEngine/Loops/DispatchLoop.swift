public import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Hands the rows of the outbox to the couriers.
///
/// At least once: a row is claimed under a lease, sent, then marked. A process that dies in between
/// leaves a lease that expires, and the row is tried again with the same idempotency key.
public final class DispatchLoop: Service {
  public struct Limits: Sendable {
    /// Seconds for which a claimed row is ours; a courier gets four fifths of it.
    public var lease: TimeInterval
    /// The most messages that one courier has at the same time.
    public var concurrencyPerKind: Int
    /// Rows of one kind claimed together.
    public var claim: Int
    /// The most messages of one kind that are claimed and not yet marked, whether their courier
    /// still has them or has sent them. A crash may repeat this many.
    public var unmarked: Int
    /// How many of `concurrencyPerKind` carry nothing but alerts: otherwise a slow provider with a
    /// reminder in every hand would delay the next alert.
    public var alarmHands: Int
    /// Messages other than alerts to one address in a burst, and per minute on average.
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
  let limits: Limits
  /// Names this loop in leases; never used by another, not even after a restart.
  let owner: String
  let destinations: Throttle<String>
  let destinationHands = DestinationHands()
  let hands = Mutex<[ChannelKind: Hands]>([:])
  /// Claimed by this loop and not marked yet. Such a row may outlive its lease, while the disk is
  /// slow or the process stands still, and must not be sent again in that time.
  let inHand = Mutex(InHand())
  let progress = Mutex(ProgressNews())
  let turnedAt = Mutex<Date?>(nil)

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
          let news = progress.withLock { $0.take(at: engine.clock.now) }
          if !news.isEmpty { group.addTask { [self] in await announce(news) } }
          do {
            let claimed = try await claim()
            for parcel in claimed.parcels {
              group.addTask { [self] in await carry(parcel) }
            }
            next = min(next, claimed.next)
          } catch {
            engine.pulse.failed(.dispatch, on: engine.clock)
            engine.logger.error("dispatch loop failed", metadata: ["error": "\(error)"])
          }
          if let turn = progress.withLock({ $0.next }) { next = min(next, turn) }
          // From now on, not from before the claim: the clock may have been set back in between.
          await engine.dispatchNudge.sleep(
            until: min(next, engine.clock.now + 1), on: engine.clock)
        }
        group.cancelAll()
      }
    }
    // Claimed but unsent messages are given back for the next worker.
    _ = try await shielded { [engine, owner] in
      try await engine.ledger.write { try $0.releaseDeliveries(owner: owner) }
    }
  }

  /// Carries everything that is ready, waits for it, and returns when to look again.
  @discardableResult
  public func turn() async throws -> Date {
    while true {
      let claimed = try await claim()
      if claimed.parcels.isEmpty, claimed.next > engine.clock.now {
        await announce(progress.withLock { $0.takeAll() })
        return claimed.next
      }
      await withDiscardingTaskGroup { group in
        for parcel in claimed.parcels {
          group.addTask { [self] in await carry(parcel) }
        }
      }
    }
  }

  /// How many parcels of one kind are on their way.
  struct Hands {
    /// With the courier.
    var sending = 0
    /// Accepted by the carrier, but not yet marked in the row.
    var marking = 0

    mutating func handOver() {
      sending -= 1
      marking += 1
    }

    mutating func finish(isWithCourier: Bool) {
      if isWithCourier { sending -= 1 } else { marking -= 1 }
    }
  }
}
