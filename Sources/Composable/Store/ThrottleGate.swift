/// When the actions of one throttled id passed last, and whose action waits to pass next.
/// Guarded by the store's lock.
final class ThrottleGate: @unchecked Sendable {
  enum Admission<Instant> {
    case now
    case at(Instant)
    case never
  }

  private var last: (any Sendable)?
  private var waiting: EffectRun?
  /// Whether the next action would pass immediately.
  private(set) var isOpen: () -> Bool = { true }

  func admit<C>(_ run: EffectRun, by throttle: Throttle<C>) -> Admission<C.Instant> {
    // An action that is sent too late is reported where it arrives.
    if run.isFinished { return .now }
    if run.isCancelled { return .never }
    if let waiting, !waiting.isCancelled, !throttle.keepsLatest { return .never }
    let now = throttle.clock.now
    if let last = last as? C.Instant {
      let due = last.advanced(by: throttle.interval)
      if now < due {
        waiting = run
        return .at(due)
      }
    }
    close(now, throttle)
    return .now
  }

  /// Whether the action that waited may be sent now; if not, another took its place.
  func pass<C>(_ run: EffectRun, by throttle: Throttle<C>) -> Bool {
    guard waiting === run else { return false }
    waiting = nil
    guard !run.isCancelled else { return false }
    close(throttle.clock.now, throttle)
    return true
  }

  /// A cancelled effect sends nothing any more.
  func leave(_ run: EffectRun) {
    if waiting === run { waiting = nil }
  }

  private func close<C>(_ now: C.Instant, _ throttle: Throttle<C>) {
    last = now
    waiting = nil
    isOpen = { throttle.clock.now >= now.advanced(by: throttle.interval) }
  }
}

/// The gates of one store, by id and by where the id is attached. Guarded by the store's lock.
final class ThrottleTable {
  private struct Place: Hashable {
    let key: EffectKey
    let path: [PathKey]
  }
  private var gates: [Place: ThrottleGate] = [:]
  private var limit = 16

  var count: Int { gates.count }

  func gate(for key: EffectKey, at path: [PathKey]) -> ThrottleGate {
    let place = Place(key: key, path: path)
    if let gate = gates[place] { return gate }
    if gates.count >= limit { forgetOpenGates() }
    let gate = ThrottleGate()
    gates[place] = gate
    return gate
  }

  /// An open gate without holders is like no gate. So a store keeps about twice as many as it
  /// needs, whatever ids have come and gone.
  private func forgetOpenGates() {
    for place in Array(gates.keys) {
      let isFree = gates[place]?.isOpen() ?? true
      if isFree && isKnownUniquelyReferenced(&gates[place]) { gates[place] = nil }
    }
    limit = max(16, gates.count * 2)
  }
}

extension EffectRun {
  /// - Parameter depth: how far up the effect's path the id was attached.
  func throttleGate(_ key: EffectKey, depth: Int) -> ThrottleGate {
    engine.locked {
      let table = engine.throttles ?? ThrottleTable()
      engine.throttles = table
      return table.gate(for: key, at: Array(path.dropFirst(depth)))
    }
  }
}
