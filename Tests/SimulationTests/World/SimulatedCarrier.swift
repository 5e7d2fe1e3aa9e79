import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// What carriers do at the moment: how likely each fault is. What is left of 1 goes well.
struct CarrierMood: Sendable {
  var slow = 0.0
  var fails = 0.0
  var hangs = 0.0
  /// Says that it has taken the message, and has not.
  var lies = 0.0
  /// Delivers twice.
  var doubles = 0.0
  /// Delivers, and says that it has failed.
  var failsLate = 0.0
  var rejects = 0.0

  var isWell: Bool { slow + fails + hangs + lies + doubles + failsLate + rejects == 0 }
}

/// A carrier that can be slow, fail, lie, double and hang, with a log of its own.
struct SimulatedCarrier: Courier {
  let kind: ChannelKind
  let life: Life
  let world: Simulation

  func deliver(_ message: CourierMessage) async throws {
    try life.requireAlive()
    let (mood, key) = (world.carriers, message.idempotencyKey)
    let parts = message.contents
    if parts.count > 1 { world.count("bundle") }
    for part in parts {
      world.carrierLog.handOver(part.idempotencyKey, attempt: part.attempt)
      world.pauses.handedOver(part.idempotencyKey, world, life)
    }
    func happens(_ name: String, _ share: Double) -> Bool {
      guard world.chance.happens(share) else { return false }
      world.count("carrier \(name)")
      world.note("carrier \(name) \(key)#\(message.attempt)")
      return true
    }
    if happens("slow", mood.slow) {
      await world.clock.wait(world.chance.number(in: 0.2...40))
      try Task.checkCancellation()
      try life.requireAlive()
    }
    if happens("hangs", mood.hangs) {
      // Until the caller that waits for the answer gives up.
      await world.clock.wait(1_000_000)
      try Task.checkCancellation()
    }
    if let wait = world.budget?.wait(for: message, at: world.clock.now) {
      world.count("budget used up")
      throw CourierFailure.transient("the day's budget is used up", retryAfter: wait)
    }
    if happens("fails", mood.fails) {
      let wait: Duration? = world.chance.happens(0.3) ? .seconds(20) : nil
      throw CourierFailure.transient("the carrier is down", retryAfter: wait)
    }
    if happens("rejects", mood.rejects) {
      for part in parts { world.carrierLog.refused.insert(part.idempotencyKey) }
      throw CourierFailure.rejected("the carrier will not have it")
    }
    switch world.addresses.answer(to: message, world) {
    case .taken: break
    case .takenForNow: return
    case .gone(let since):
      if world.plant == .takesGoneForSuccess { return }
      throw CourierFailure.addressGone(AddressesOfTheWorld.isGone, since: since)
    }
    if happens("lies", mood.lies) {
      for part in parts { world.carrierLog.liedAbout.insert(part.idempotencyKey) }
      return
    }
    for part in parts { world.carrierLog.take(part.idempotencyKey) }
    world.note("taken \(key)#\(message.attempt)")
    world.received(message)
    if happens("doubles", mood.doubles) {
      for part in parts { world.carrierLog.take(part.idempotencyKey) }
    }
    if happens("fails late", mood.failsLate) {
      throw CourierFailure.transient("no answer in time")
    }
    for part in parts { world.pauses.answered(part.idempotencyKey, world, life) }
  }
}

/// What carriers know: it outlives every crash.
struct CarrierLog: Sendable {
  /// How often each message was delivered.
  private(set) var taken: [String: Int] = [:]
  var liedAbout: Set<String> = []
  var refused: Set<String> = []
  /// Attempts at which each message was handed over.
  private(set) var attempts: [String: [Int]] = [:]

  mutating func handOver(_ key: String, attempt: Int) { attempts[key, default: []].append(attempt) }
  mutating func take(_ key: String) { taken[key, default: 0] += 1 }

  /// Whether a carrier has said that it has the message.
  func has(_ key: String) -> Bool { taken[key] != nil || liedAbout.contains(key) }
}
