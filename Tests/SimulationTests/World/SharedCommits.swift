import Dispatch
import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// Hands writes that come at the same time to the real writer together: one commit, of which all hear or none.
///
/// Which share one is drawn from the seed like the rest: the first waits some milliseconds for others, and the
/// writer's thread is kept until it has all of them. Only what comes due, and check-ins: rules that compare two
/// states must not miss what lies between them.
final class SharedCommits: @unchecked Sendable {
  /// Whether what the current task writes may share a commit.
  @TaskLocal static var isAllowed = false

  /// Seconds.
  private static let patience = 0.003

  private final class Job: @unchecked Sendable {
    let lane: WriteLane
    /// - Parameter isUndone: planted: acknowledged and not stored.
    let run: @Sendable (_ ledger: SQLiteLedger, _ isUndone: Bool) async -> Void
    var waiter: CheckedContinuation<Void, Never>?
    var commit = 0

    init(
      lane: WriteLane, _ run: @escaping @Sendable (SQLiteLedger, Bool) async -> Void
    ) {
      self.lane = lane
      self.run = run
    }
  }

  private final class Answer<R: Sendable>: @unchecked Sendable {
    var result: Result<R, any Error> = .failure(ProcessIsGone())
  }

  private struct Undone: Error {}

  private unowned let life: Life
  private unowned let world: Simulation
  private var waiting: [Job] = []

  init(_ life: Life, _ world: Simulation) {
    self.life = life
    self.world = world
  }

  /// - Returns: also the number of the commit.
  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> (R, commit: Int) {
    let answer = Answer<R>()
    let job = Job(lane: lane) { ledger, isUndone in
      do {
        let value: R = try await ledger.write(in: lane) { transaction in
          let value = try body(transaction)
          guard isUndone else { return value }
          answer.result = .success(value)
          throw Undone()
        }
        answer.result = .success(value)
      } catch is Undone {
        // Its answer is there already.
      } catch {
        answer.result = .failure(error)
      }
    }
    waiting.append(job)
    if waiting.count == 1 {
      await world.clock.wait(Self.patience)
      let jobs = waiting
      waiting = []
      commit(jobs)
      for other in jobs.dropFirst() { other.waiter?.resume() }
    } else {
      await withCheckedContinuation { job.waiter = $0 }
    }
    return (try answer.result.get(), job.commit)
  }

  private func commit(_ jobs: [Job]) {
    let (ledger, isPlanted) = (life.ledger, world.plant == .acknowledgesBeforeCommit)
    do {
      try Pump.run {
        let gate = DispatchSemaphore(value: 0)
        ledger.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
        await withDiscardingTaskGroup { group in
          for job in jobs {
            let isUndone = isPlanted && jobs.count > 1 && job.lane == .prompt
            group.addTask { await job.run(ledger, isUndone) }
          }
          while ledger.backlog < jobs.count { await Task.yield() }
          gate.signal()
        }
      }
      guard !life.isOver else { return }
      try world.plant?.afterWrite(ledger.pool, world)
    } catch {
      world.fail("a commit of several writes failed: \(error)")
    }
    if jobs.count > 1 { world.count("shared commit") }
    world.committed(in: life)
    for job in jobs { job.commit = world.commits }
  }
}
