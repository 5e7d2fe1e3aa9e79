import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite struct `The browsers a process knows` {
  private let house: TestHouse

  init() throws { house = try TestHouse() }

  @Test func `only so many visitors without a page are remembered, the oldest go first`()
    async throws
  {
    let sessions = BrowserSessions(engine: house.engine, visitorLimit: 3)
    let tokens = (1...5).map { _ in sessions.makeVisitor().1 }
    for token in tokens.prefix(2) { #expect(try await sessions.find(token) == nil) }
    for token in tokens.suffix(3) { #expect(try await sessions.find(token) != nil) }
  }

  @Test func `a visitor whose page is open stays, however many come after`() async throws {
    let sessions = BrowserSessions(engine: house.engine, visitorLimit: 1)
    let (session, token) = sessions.makeVisitor()
    for _ in 1...5 { _ = sessions.makeVisitor() }
    #expect(try await sessions.find(token) === session)
  }

  @Test func `a member's session is the same while it is in use, and found again afterwards`()
    async throws
  {
    let person = try await house.member()
    let (session, token) = try await house.browser()
    #expect(try await house.sessions.find(token) === session)
    let elsewhere = BrowserSessions(engine: house.engine)
    let first = try await elsewhere.find(token)?.id
    let again = try await elsewhere.find(token)
    #expect(first != again?.id)
    #expect(again?.identity.person == person)
  }

  @Test func `a token the ledger no longer knows makes its open page a visitor's`() async throws {
    let person = try await house.member()
    let (session, token) = try await house.browser()
    guard case .member(_, let id) = session.identity else { throw UnexpectedOutcome() }
    try await house.engine.perform(EndSession(id: id), by: .person(person))
    #expect(try await house.sessions.find(token) == nil)
    #expect(session.identity == .visitor)
  }
}
