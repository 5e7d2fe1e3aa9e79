/// An effect in flight, as a test that waits for its end must be able to name it.
package struct EffectInspection: Sendable {
  /// Its own number; tasks know it as `EffectContext.effectNumber`.
  package let number: UInt64
  /// The number of what its action started: a concatenation's for its parts.
  package let startNumber: UInt64
  package let name: String?
  package let ids: [String]
  package let isCancelled: Bool

  init(_ run: EffectRun) {
    var outermost: InFlight = run
    while let sequence = outermost.sequence { outermost = sequence }
    number = run.number
    startNumber = outermost.number
    name = run.taskName
    var ids = run.slots.map(\.key)
    if outermost !== run { ids += outermost.slots.map(\.key) }
    self.ids = ids.map { String(reflecting: $0.base) }
    isCancelled = run.isCancelled
  }
}

extension StoreEngine {
  /// The effects in flight, oldest first.
  package final var inspections: [EffectInspection] {
    locked { inFlight.all.reversed().compactMap { ($0 as? EffectRun).map(EffectInspection.init) } }
  }

  /// The newest number that an effect has got so far.
  package final var newestNumber: UInt64 { locked { nextNumber } }
}

extension EffectContext {
  package var effectNumber: UInt64? { (self as? InFlight)?.number }
}
