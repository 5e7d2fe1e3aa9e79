import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct PromiseConformanceTests {
  private static let times = CheckInTimes(
    times: [TimeOfDay(minutes: 0)!, TimeOfDay(minutes: 1_439)!], days: [.monday, .sunday],
    zone: Zone("Australia/Lord_Howe")!)

  private func travel(_ id: TravelData.ID, _ person: Person.ID = "1") -> Travel {
    Travel(
      id: id, person: person, note: "Bus “42”", startedAt: Sample.now, dueAt: Sample.now + 60,
      grace: 30, nextFireAt: Sample.now + 60)
  }

  @Test(arguments: LedgerFactory.all)
  func `a plan of times and a pause come back as they were`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var watch = Sample.watch(1, fires: Sample.now + 2)
    let old = watch
    watch.times = Self.times
    watch.pausedAt = Sample.now
    watch.pausedUntil = Sample.now + 90
    watch.resumedAt = Sample.now - 90
    let new = watch
    #expect(try await ledger.write { try $0.insert(old) })
    #expect(try await ledger.read { try $0.watch(of: "1") } == old)
    #expect(try await ledger.write { try $0.update(new, from: old) })
    #expect(try await ledger.read { try $0.watch(of: "1") } == new)
  }

  @Test(arguments: LedgerFactory.all)
  func `a reminder that was asked for again comes back as it was`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let old = Sample.watch(1, fires: Sample.now + 2)
    var changed = old
    changed.snooze = Snooze(until: Sample.now + 1_800, gen: old.gen, count: 2)
    let new = changed
    #expect(try await ledger.write { try $0.insert(old) })
    #expect(try await ledger.write { try $0.update(new, from: old) })
    #expect(try await ledger.read { try $0.watch(of: "1") } == new)
    #expect(try await ledger.write { try $0.update(old, from: new) })
    #expect(try await ledger.read { try $0.watch(of: "1") } == old)
  }

  @Test(arguments: LedgerFactory.all)
  func `a pause is kept with its latest end`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let pause = PauseRecord(person: "1", startedAt: Sample.now, until: Sample.now + 90)
    let later = PauseRecord(person: "1", startedAt: Sample.now + 500, until: Sample.now + 900)
    var ended = pause
    ended.until = Sample.now + 40
    let short = ended
    #expect(try await ledger.write { try $0.update(pause, from: pause) } == false)
    #expect(try await ledger.write { try $0.insert(later) })
    #expect(try await ledger.write { try $0.insert(pause) })
    #expect(try await ledger.write { try $0.update(short, from: short) })
    let all = try await ledger.read { try $0.pauses(of: "1", since: Sample.now) }
    #expect(all == [short, later])
    #expect(try await ledger.read { try $0.pauses(of: "1", since: Sample.now + 41) } == [later])
    #expect(try await ledger.read { try $0.pauses(of: "2", since: .distantPast) }.isEmpty)
  }

  @Test(arguments: LedgerFactory.all)
  func `a person has one journey that has not ended`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let (first, second) = (travel("1"), travel("2"))
    #expect(try await ledger.write { try $0.insert(first) })
    #expect(try await ledger.write { try $0.insert(second) } == false)
    #expect(try await ledger.read { try $0.openTravel(of: "1") } == first)
    #expect(try await ledger.read { try $0.travel("1") } == first)
    var ended = first
    ended.nextFireAt = nil
    ended.endedAt = Sample.now + 5
    ended.end = .arrived
    let end = ended
    #expect(try await ledger.write { try $0.update(end, from: first) })
    #expect(try await ledger.read { try $0.openTravel(of: "1") } == nil)
    // What has ended changes no more.
    #expect(try await ledger.write { try $0.update(end, from: end) } == false)
    #expect(try await ledger.write { try $0.insert(second) })
    #expect(try await ledger.read { try $0.travels(of: "1", limit: 9) }.map(\.id) == ["2", "1"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a step of a journey is won once`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let first = travel("1")
    let other = travel("2", "2")
    try await ledger.write { tx in
      _ = try tx.insert(first)
      _ = try tx.insert(other)
    }
    var next = first
    next.stage = .overdue
    next.nextFireAt = nil
    next.overdueAt = Sample.now + 90
    next.gen = 7
    let overdue = next
    #expect(try await ledger.read { try $0.earliest(Travel.self) } == Sample.now + 60)
    #expect(try await ledger.read { try $0.due(at: Sample.now + 59, limit: 9) as [Travel] }.isEmpty)
    #expect(
      try await ledger.read { try $0.due(at: Sample.now + 60, limit: 9) as [Travel] }.count == 2)
    #expect(try await ledger.write { try $0.update(overdue, from: first) })
    #expect(try await ledger.write { try $0.update(overdue, from: first) } == false)
    #expect(try await ledger.read { try $0.travel("1") } == overdue)
    #expect(
      try await ledger.read { try $0.due(at: Sample.now + 99, limit: 9) as [Travel] } == [other])
  }

  @Test(arguments: LedgerFactory.all)
  func `older check-ins follow a record, also among equal times`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      for number in 1...5 as ClosedRange<Int64> {
        _ = try tx.insert(
          CheckIn(
            id: CheckInRecord.ID(number), person: "1", at: Sample.now + (number < 4 ? 0 : 9),
            recordedAt: Sample.now))
      }
    }
    let record = CheckInRecord(id: "3", userID: "1", timestamp: Sample.now)
    let older = try await ledger.read { try $0.checkIns(of: "1", olderThan: record, limit: 9) }
    #expect(older.map(\.id) == ["2", "1"])
    let times = try await ledger.read { try $0.checkInTimes(of: "1", since: Sample.now + 1) }
    #expect(times == [Sample.now + 9, Sample.now + 9])
  }
}
