import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// Every write, truncation and sync of a story fails, one after the other: the caller gets an error of the
/// ledger, and nothing that was acknowledged is lost.
@Suite(.timeLimit(.minutes(5)), .temporaryFolder) struct DiskFaultTests {
  @Test(arguments: TestDisk.Fault.allCases)
  func `wherever the disk fails, what was acknowledged stays`(fault: TestDisk.Fault) async throws {
    let found = try await Self.lives(fault, nil)
    print("\(fault): \(found.hits) faults, \(found.answers.sorted())")
    #expect(found.problems.isEmpty, "\(found.problems.prefix(5))")
    #expect(found.hits > 40, "only \(found.hits) faults")
    // The ledger blames no row for the disk's failure and throws no other kind of error.
    #expect(!found.answers.isEmpty && found.answers.isSubset(of: ["unavailable", "unknown"]))
  }

  @Test(arguments: TestDisk.Fault.allCases)
  func `a server that takes no notice of the disk's errors is found out`(fault: TestDisk.Fault)
    async throws
  {
    let found = try await Self.lives(fault, .deaf)
    #expect(found.problems.contains { $0.contains("lost") })
  }

  private struct Found {
    var problems: [String] = []
    var hits = 0
    var answers: Set<String> = []
  }

  /// One story for each piece of work that the disk may fail at.
  private static func lives(
    _ fault: TestDisk.Fault, _ flaw: PromisesOnDisk.Flaw?
  ) async throws -> Found {
    let template = try await PromisesOnDisk.prepare()
    let begins = try await work(template, tells: false)
    let end = try await work(template, tells: true)
    var found = Found()
    for number in (begins + 1)...end {
      let world = try PromisesOnDisk(template, flaw: flaw)
      world.disk.fail(fault, at: number)
      let story = await tell(world)
      if world.disk.wasHit { found.hits += 1 }
      found.answers.formUnion(story.failures.map(kind))
      let events = world.disk.events
      let promised = events.compactMap(\.acknowledgement)
      var loss = PowerLoss(before: world.disk.before)
      for event in events { loss.pass(event) }
      await world.leave()
      // The process ends by SIGKILL, and everything written is there; or the power goes as well.
      for seed in [1, 0] as [UInt64] {
        let problems = try await loss.problems(
          seed: seed, promised: promised, refused: story.refused)
        found.problems += problems.map { "\(fault) at \(number) of \(end), \(seed): \($0)" }
      }
      try FileManager.default.removeItem(at: world.disk.folder)
      // One is enough to be found out by.
      if flaw != nil, !found.problems.isEmpty { break }
    }
    return found
  }

  private struct Story {
    var failures: [any Error] = []
    /// What the ledger said is not stored.
    var refused: [String] = []
  }

  private static func tell(_ world: PromisesOnDisk) async -> Story {
    var story = Story()
    func attempt(_ what: String, _ body: () async throws -> Void) async {
      do { try await body() } catch {
        story.failures.append(error)
        if case LedgerError.unavailable = error { story.refused.append(what) }
      }
    }
    await attempt("alert") { try await world.callForHelp() }
    await attempt("check-in 1") { try await world.checkIn("1") }
    // A checkpoint that fails is tried again after the next commit, and loses nothing.
    try? world.checkpoint(.passive)
    story.failures += await world.checkInTogether(["2", "3", "4"])
    await attempt("check-in 5") { try await world.checkIn("5") }
    try? world.checkpoint(.truncate)
    return story
  }

  /// How much the disk does until then.
  private static func work(_ template: URL, tells: Bool) async throws -> Int {
    let world = try PromisesOnDisk(template)
    if tells { #expect(await tell(world).failures.isEmpty) }
    let work = world.disk.work
    await world.leave()
    return work
  }

  private static func kind(_ error: any Error) -> String {
    switch error {
    case LedgerError.unavailable: "unavailable"
    case LedgerError.unknown: "unknown"
    default: "\(error)"
    }
  }
}
