import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// The power goes at every sync and after every answer: what was acknowledged by then is in the file.
@Suite(.timeLimit(.minutes(5)), .temporaryFolder) struct PowerLossTests {
  /// None of what was not synced, all of it, and three mixtures.
  private static let seeds: [UInt64] = [0, 1, 2, 3, 4]

  @Test func `every acknowledged write survives a power cut at any moment`() async throws {
    let found = try await Self.lives(nil)
    print("power cuts: \(found.cuts) at \(found.syncs) syncs, \(found.acknowledged) promises")
    #expect(found.problems.isEmpty, "\(found.problems.prefix(5))")
    #expect(found.acknowledged == 28)
    #expect(found.syncs >= 10, "only \(found.syncs) syncs")
    #expect(found.cuts >= 200, "only \(found.cuts) power cuts")
  }

  @Test(arguments: [PromisesOnDisk.Flaw.normal, .off, .hasty])
  func `a server that does not wait for the disk is found out`(flaw: PromisesOnDisk.Flaw)
    async throws
  {
    let found = try await Self.lives(flaw)
    #expect(found.problems.contains { $0.contains("lost") || $0.contains("cannot be") })
  }

  @Test func `a power cut while the schema is made leaves a file that opens`() async throws {
    let found = try await Self.schema(syncs: true)
    print("power cuts while the schema is made: \(found.cuts) at \(found.syncs) syncs")
    #expect(found.problems.isEmpty, "\(found.problems.prefix(5))")
    #expect(found.syncs > 10, "only \(found.syncs) syncs")
  }

  @Test func `a disk that reports syncs it has not done is found out`() async throws {
    #expect(try await !Self.schema(syncs: false).problems.isEmpty)
  }

  /// The first start, and every way in which it may end.
  private static func schema(syncs: Bool) async throws -> Found {
    let disk = try TestDisk(try TemporaryFolder.make())
    try SQLiteLedger.migrate(at: PromisesOnDisk.file(in: disk.folder), now: Sample.now)
    WatchedFiles.forget(disk.folder)
    var found = Found()
    var loss = PowerLoss(before: disk.before)
    for event in disk.events {
      guard event.isSync else {
        loss.pass(event)
        continue
      }
      found.syncs += 1
      // Where no sync counts, one power cut at the end is enough.
      if syncs {
        try await cut(loss, [], &found)
        loss.pass(event)
        try await cut(loss, [], &found)
      }
    }
    if !syncs { try await cut(loss, [], &found) }
    return found
  }

  private struct Found {
    var problems: [String] = []
    var acknowledged = 0
    var syncs = 0
    var cuts = 0
  }

  /// One story, and every way in which it may end.
  private static func lives(_ flaw: PromisesOnDisk.Flaw?) async throws -> Found {
    let world = try PromisesOnDisk(await PromisesOnDisk.prepare(), flaw: flaw)
    try await tell(world)
    let events = world.disk.events
    let before = world.disk.before
    await world.leave()

    var found = Found()
    var promised: [String] = []
    var loss = PowerLoss(before: before)
    for event in events {
      if event.isSync {
        found.syncs += 1
        try await cut(loss, promised, &found)
      }
      loss.pass(event)
      if let what = event.acknowledgement { promised.append(what) }
      if event.isSync || event.acknowledgement != nil { try await cut(loss, promised, &found) }
      // One is enough to be found out by.
      if flaw != nil, !found.problems.isEmpty { break }
    }
    found.acknowledged = promised.count
    return found
  }

  private static func tell(_ world: PromisesOnDisk) async throws {
    try await world.checkIn("1")
    try await world.watch()
    #expect(await world.checkInTogether((2...9).map { "\($0)" }).isEmpty)
    try world.checkpoint(.passive)
    try await world.checkIn("10")
    try await world.callForHelp()
    try world.checkpoint(.truncate)
    #expect(await world.checkInTogether((11...16).map { "\($0)" }).isEmpty)
    try await world.checkIn("17")
    async let together = world.checkInTogether((18...25).map { "\($0)" })
    try world.checkpointBeside()
    #expect(await together.isEmpty)
    try await world.checkIn("26")
  }

  private static func cut(
    _ loss: PowerLoss, _ promised: [String], _ found: inout Found
  ) async throws {
    for seed in seeds {
      found.cuts += 1
      let problems = try await loss.problems(seed: seed, promised: promised)
      found.problems += problems.map { "after \(promised.count) promises, seed \(seed): \($0)" }
    }
  }
}
