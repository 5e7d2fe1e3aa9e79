import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle

/// Sends drills that are due through the door, a few at a time.
///
/// A loop of its own and not a part of ``WatchLoop``: a deadline must never wait for one. It writes
/// in the lane that no person waits for, and stops as soon as other writes have to wait.
public struct DrillLoop: Service {
  /// Rows fired together.
  private static let batch = 32
  /// People whose drills are planned in one transaction.
  private static let crowd = 256
  /// Waiting writes from which on drills are left for the next turn.
  private static let mostWaiting = 64
  /// Seconds after which a new member's drill is planned: identifiers are made before they are
  /// stored, and a person who was passed over would not be found again.
  private static let settling: TimeInterval = 3_600
  /// Seconds until a row that failed is tried again.
  private static let pause: TimeInterval = 3_600

  private let engine: Engine

  public init(engine: Engine) {
    self.engine = engine
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await turn()
        } catch {
          engine.logger.error("drill loop failed", metadata: ["error": "\(error)"])
        }
        try? await engine.clock.sleep(until: engine.clock.now + 60)
      }
    }
  }

  /// Plans a drill for each person who has none, and fires all that are due; returns how many rows
  /// were fired.
  @discardableResult
  public func turn() async throws -> Int {
    try await engine.pulse.noting(.drills) { try await fireAll() }
  }

  private func fireAll() async throws -> Int {
    try await enlist()
    var fired = 0
    while !Task.isCancelled, engine.ledger.backlog < Self.mostWaiting {
      let now = engine.clock.now
      let due: [Drill] = try await engine.ledger.read(for: .promise) {
        try $0.due(at: now, limit: Self.batch)
      }
      let moved = try await fire(due, at: now)
      // Rows that neither fire nor can be postponed must not spin the loop.
      guard moved > 0 else { break }
      fired += moved
    }
    return fired
  }

  private func enlist() async throws {
    let before = engine.clock.now - Self.settling
    while !Task.isCancelled, engine.ledger.backlog < Self.mostWaiting {
      let people = try await engine.ledger.read(for: .promise) {
        try $0.peopleWithoutDrill(joinedBefore: before, limit: Self.crowd)
      }
      // In one transaction: the next search starts after the last person planned.
      guard !people.isEmpty,
        try await engine.perform(EnlistDrills(people: people), by: System()) != .unchanged
      else { return }
    }
  }

  private func fire(_ due: [Drill], at now: Date) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for drill in due {
        group.addTask { try await fire(drill, at: now) }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  /// Whether the row has moved on.
  private func fire(_ drill: Drill, at now: Date) async throws -> Bool {
    do {
      return try await engine.perform(FireDrill(claimed: drill), by: System()) != .unchanged
    } catch Refusal.tooManyRequests {
      return false
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      engine.logger.error(
        "a drill failed and is pushed forward",
        metadata: ["person": "\(drill.person)", "error": "\(error)"])
      var later = drill
      later.nextFireAt = (now + Self.pause).storable
      later.gen += 1
      let moved = later
      return (try? await engine.ledger.write(in: .background) { try $0.update(moved, from: drill) })
        ?? false
    }
  }
}
