import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite struct `The promise through one browser's clients` {
  private let house: TestHouse

  init() throws { house = try TestHouse() }

  private func member() async throws -> SessionClients {
    let person = try await house.member()
    let (session, _) = house.sessions.makeVisitor()
    session.become(.member(person, "1"))
    return SessionClients(engine: house.engine, session: session, sessions: house.sessions)
  }

  @Test func `a plan is stored and read back, a bad one refused by name`() async throws {
    let clients = try await member()
    let plan = CheckInPlan.times(
      CheckInTimes(times: [TimeOfDay("08:00")!], zone: Zone("Europe/Berlin")!))
    try await clients.checkIn.setPlan(plan)
    #expect(try await clients.checkIn.getPlan() == plan)
    await #expect(throws: Refusal.noCheckInTimes) {
      try await clients.checkIn.setPlan(.times(CheckInTimes(times: [], zone: .utc)))
    }
  }

  @Test func `a pause begins, is in the record, and ends`() async throws {
    let clients = try await member()
    let until = house.engine.clock.now + 86_400
    try await clients.checkIn.pause(until)
    #expect(try await clients.user.currentUser().pausedUntil == until.storable)
    try await clients.checkIn.resume()
    #expect(try await clients.user.currentUser().pausedUntil == nil)
    #expect(try await clients.checkIn.getCheckInCalendar(.utc).days.count == 35)
    let newest = try #require(try await clients.checkIn.getCheckInHistory(1).first)
    #expect(try await clients.checkIn.getOlderCheckIns(newest, 5).isEmpty)
  }

  @Test func `a journey is started, extended, arrived and cancelled`() async throws {
    let clients = try await member()
    let (trips, now) = (TravelClient(clients), house.engine.clock.now)
    let travel = try await trips.start(now + 3_600, "Bus")
    #expect(try await trips.getTravel() == travel)
    #expect(try await clients.user.currentUser().travel == travel)
    let longer = try await trips.extend(travel.id, now + 7_200)
    #expect(longer.dueAt == (now + 7_200).storable)
    try await trips.arrive(travel.id)
    #expect(try await trips.getTravel() == nil)
    let second = try await trips.start(now + 3_600, "")
    try await trips.cancel(second.id)
    #expect(try await trips.getTravel() == nil)
  }

  @Test func `a visitor has no promise`() async throws {
    let (session, _) = house.sessions.makeVisitor()
    let clients = SessionClients(
      engine: house.engine, session: session, sessions: house.sessions)
    await #expect(throws: Refusal.notSignedIn) { try await clients.checkIn.getPlan() }
    await #expect(throws: Refusal.notSignedIn) {
      try await TravelClient(clients).getTravel()
    }
  }
}
