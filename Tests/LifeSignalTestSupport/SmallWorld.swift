public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
import Logging
import Synchronization

/// One person and two responders, on a clock that stands still.
///
/// `p`'s interval is a day, the grace ten minutes, the reminder two hours before; the responders
/// have a week, so that theirs stay out of the way. Tests say only what differs.
public struct SmallWorld: Sendable {
  public let ledger: any Ledger
  public let clock: ManualClock
  public let courier: RecordingCourier
  public let engine: Engine
  public let services: EngineServices
  /// Checks in; `r1` and `r2` are accepted responders.
  public let p: Person.ID
  public let r1: Person.ID
  public let r2: Person.ID

  /// - Parameters:
  ///   - related: false leaves the three strangers.
  ///   - couriers: of other kinds than texts.
  public init(
    ledger: any Ledger = TestLedger(), related: Bool = true,
    configuration: EngineConfiguration = EngineConfiguration(codeKey: Data("test".utf8)),
    limits: DispatchLoop.Limits = DispatchLoop.Limits(),
    couriers: [ChannelKind: any Courier] = [:]
  ) async throws {
    clock = ManualClock()
    courier = RecordingCourier()
    self.ledger = ledger
    engine = Engine(
      ledger: ledger, couriers: couriers.merging([.sms: courier]) { $1 }, clock: clock,
      configuration: configuration, entropy: .counting(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    services = engine.services(limits: limits)
    let cast = try await Cast.seed(engine, related: related)
    (p, r1, r2) = (cast.p.id, cast.r1.id, cast.r2.id)
    for responder in [r1, r2] {
      try await engine.perform(SetCheckInInterval(seconds: 604_800), by: .person(responder))
    }
    try await settle()
    courier.forget()
  }

  private init(_ world: SmallWorld, node: Int, limits: DispatchLoop.Limits) {
    clock = world.clock
    courier = world.courier
    ledger = world.ledger
    engine = Engine(
      ledger: world.ledger, couriers: [.sms: world.courier], clock: world.clock,
      configuration: world.engine.configuration, ids: IDGenerator(node: node),
      entropy: .counting(from: UInt64(node) << 40),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    services = engine.services(limits: limits)
    (p, r1, r2) = (world.p, world.r1, world.r2)
  }

  /// The same ledger, clock and courier under a new engine: a restart, or a second process.
  public func restarted(
    node: Int = 1, limits: DispatchLoop.Limits = DispatchLoop.Limits()
  ) -> SmallWorld {
    SmallWorld(self, node: node, limits: limits)
  }

  /// Moves on, lets everything that is due fire, and carries what came of it.
  public func advance(by seconds: TimeInterval) async throws {
    clock.advance(by: seconds)
    try await settle()
  }

  /// So many seconds in which the process runs and both clocks go on: all loops turn once a second.
  public func live(for seconds: Int) async throws {
    for _ in 0..<seconds {
      clock.suspend(for: 1)
      try await settle()
    }
  }

  public func settle() async throws {
    try await services.heartbeat.turn()
    try await services.watch.turn()
    try await services.dispatch.turn()
  }

  @discardableResult
  public func perform<C: Command>(_ command: C, by person: Person.ID) async throws -> C.Answer {
    try await engine.perform(command, by: .person(person))
  }

  /// A check-in under a key that its sender has chosen.
  @discardableResult
  public func checkIn(key: String, by person: Person.ID) async throws -> InstantAnswer {
    try await engine.perform(
      CheckInNow(), by: Member(person, from: Origin(key: key)))
  }
}

extension Entropy {
  /// Bytes that differ from call to call and are the same in every run.
  public static func counting(from start: UInt64 = 0) -> Entropy {
    let counter = CountingSource(start)
    return Entropy { count in (0..<count).map { _ in counter.next() } }
  }
}

/// A small mixing generator; predictable on purpose.
private final class CountingSource: Sendable {
  private let state: Mutex<UInt64>

  init(_ start: UInt64) {
    state = Mutex(start)
  }

  func next() -> UInt8 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
    }
  }
}
