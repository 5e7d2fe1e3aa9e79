import Composable
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What many stores in one process cost.
extension ComposableBenchmarks {
  /// Resident bytes of a store of five features, beyond its state.
  static func storeBytes() -> Double? {
    bytesOfStore { Store(initialState: FiveFeatures.State()) { FiveFeatures() } }
  }

  /// The same for stores made from one blueprint.
  static func blueprintBytes() -> Double? {
    let blueprint = StoreBlueprintOf<FiveFeatures> { FiveFeatures() }
    return bytesOfStore { blueprint.makeStore(initialState: FiveFeatures.State()) }
  }

  /// Measured stores are kept, so that the next measurement does not get their memory.
  private static let kept = Mutex<[StoreOf<FiveFeatures>]>([])

  private static func bytesOfStore(_ make: () -> StoreOf<FiveFeatures>) -> Double? {
    let count = 20_000
    var stores = [make()]
    stores.reserveCapacity(count + 1)
    defer { kept.withLock { $0 += stores } }
    guard let before = residentBytes() else { return nil }
    for _ in 0..<count { stores.append(make()) }
    guard let after = residentBytes() else { return nil }
    return (after - before) / Double(count) - Double(MemoryLayout<FiveFeatures.State>.size)
  }

  /// Nil where the system does not tell it as Linux does.
  private static func residentBytes() -> Double? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 256)
    let length = fread(&line, 1, line.count, file)
    let fields = String(decoding: line[..<length], as: UTF8.self).split(separator: " ")
    return fields.dropFirst().first.flatMap { Double($0) }.map { $0 * Double(getpagesize()) }
  }

  /// Percent of one core that 10,000 stores use whose effect ticks once a second, over ten seconds.
  /// Nil if any of them ticked less often than the time says: then they drift.
  static func timers() async -> Double? {
    let stores = (0..<10_000).map { _ in Store(initialState: Ticker.State()) { Ticker() } }
    for store in stores { store.send(.start) }
    // Past the first ticks, and half a second off the beat.
    try? await Task.sleep(for: .milliseconds(2_500))
    let ticksBefore = stores.map { $0.withState(\.ticks) }
    let start = cpuTime()
    let began = ContinuousClock.now
    try? await Task.sleep(for: .seconds(10))
    let wall = began.duration(to: .now)
    let used = cpuTime() - start
    let seconds = wall / .seconds(1)
    let slowest = zip(stores, ticksBefore).map { $0.withState(\.ticks) - $1 }.min() ?? 0
    for store in stores { store.cancelAll() }
    guard Double(slowest) >= seconds.rounded(.down) - 1 else { return nil }
    return used / (seconds * 1e9) * 100
  }

  /// How much faster two threads reduce a million actions of a thousand stores than one does.
  static func twoCoreSpeedup() async -> Double {
    let stores = (0..<1_000).map { _ in Store(initialState: Counter.State()) { Counter() } }
    @Sendable func send(to stores: ArraySlice<StoreOf<Counter>>) {
      for _ in 0..<1_000 { for store in stores { store.send(.increment) } }
    }
    func best(_ body: () async -> Void) async -> Duration {
      var best = Duration.seconds(1_000)
      for _ in 0..<7 { best = min(best, await ContinuousClock().measure { await body() }) }
      return best
    }
    let one = await best { send(to: stores[...]) }
    let two = await best {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { send(to: stores[..<500]) }
        group.addTask { send(to: stores[500...]) }
      }
    }
    return one / two
  }
}

/// Counts the seconds by deadlines, so that a late tick does not make the next one late.
private struct Ticker: Reducer {
  struct State: Equatable, Sendable {
    var ticks = 0
  }
  enum Action: Sendable {
    case start
    case tick
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          var next = ContinuousClock.now
          while true {
            next += .seconds(1)
            try await Task.sleep(until: next, clock: .continuous)
            await send(.tick)
          }
        }
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }
}
