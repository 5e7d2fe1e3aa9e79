import Composable
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite struct `Clients of one browser` {
  private let house: TestHouse

  init() throws { house = try TestHouse() }

  private func clients(of session: BrowserSession) -> SessionClients {
    SessionClients(engine: house.engine, session: session, sessions: house.sessions)
  }

  @Test func `a visitor reads nothing and must sign in`() async throws {
    let (session, _) = house.sessions.makeVisitor()
    let clients = clients(of: session)
    await #expect(throws: Refusal.notSignedIn) {
      _ = try await clients.user.currentUser()
    }
    for await _ in clients.user.userStream() { Issue.record("a visitor has no record") }
  }

  @Test func `signing in moves the browser to a new token and wakes who waits for it`()
    async throws
  {
    let person = try await house.member()
    let (session, visitorToken) = house.sessions.makeVisitor()
    let clients = clients(of: session)
    var states = clients.auth.authStateStream().makeAsyncIterator()
    #expect(await states.next() == .some(nil))

    let request = SignInRequest(of: session)
    request.claim()
    let id = try await clients.auth.sendVerificationCode(TestHouse.number, .unitedStates)
    try await clients.auth.verifyCode(house.courier.code, id)

    #expect(await states.next()??.id == person)
    #expect(session.identity.person == person)
    let token = try #require(await request.token())
    #expect(token != visitorToken)
    #expect(try await house.sessions.find(visitorToken) == nil)
    #expect(try await house.sessions.find(token) === session)
    #expect(try await clients.user.currentUser().id == person)
  }

  @Test func `a wrong code is said in words and gives no token`() async throws {
    let (session, token) = house.sessions.makeVisitor()
    let clients = clients(of: session)
    let request = SignInRequest(of: session)
    request.claim()
    let id = try await clients.auth.sendVerificationCode(TestHouse.number, .unitedStates)
    let wrong = house.courier.code == "000000" ? "000001" : "000000"
    await #expect(
      throws: Refusal.codeWrong(triesLeft: 4)
    ) {
      try await clients.auth.verifyCode(wrong, id)
    }
    #expect(await request.token() == nil)
    #expect(try await house.sessions.find(token) === session)
  }

  @Test(arguments: [true, false])
  func `only a session counts as having opened an alert, and no program`(isProgram: Bool)
    async throws
  {
    let owner = try await house.member("+12125550102", name: "Rosa")
    let responder = try await house.member()
    let (session, _) = try await house.browser()
    let code = try await house.engine.user(owner).qrCodeID
    try await house.engine.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true),
      by: .person(responder))
    try await house.engine.perform(AcceptContact(id: responder), by: .person(owner))
    try await house.engine.perform(ActivateAlert(), by: .person(owner))
    let id = try #require(try await house.engine.user(owner).alarms.first).id
    let clients = SessionClients(
      engine: house.engine, session: session, sessions: house.sessions,
      scopes: isProgram ? [.read] : nil)
    let read = try await clients.alarm.getAlarm(id)
    #expect(read.alarm.id == id)
    let rung = try await house.engine.alarm(id, for: owner).recipients.map(\.rung)
    #expect(rung == [isProgram ? .queued : .opened])
  }

  @Test func `after a restart a member is found again, a visitor is not`() async throws {
    let person = try await house.member()
    let (_, token) = try await house.browser()
    let (_, visitor) = house.sessions.makeVisitor()
    let restarted = BrowserSessions(engine: house.engine)
    #expect(try await restarted.find(token)?.identity.person == person)
    #expect(try await restarted.find(visitor) == nil)
  }

  @Test func `signing out ends the session for good`() async throws {
    _ = try await house.member()
    let (session, token) = try await house.browser()
    try await clients(of: session).auth.signOut()
    #expect(session.identity == .visitor)
    #expect(try await BrowserSessions(engine: house.engine).find(token) == nil)
  }

  @Test func `after signing out by a request, other requests of the session are a visitor's`()
    async throws
  {
    _ = try await house.member()
    let (session, _) = try await house.browser()
    let waiting: any Performer = clients(of: session)
    let leaving: any Performer = clients(of: session)
    try await leaving.perform(SignOut())
    #expect(session.identity == .visitor)
    await #expect(throws: Refusal.notSignedIn) { try await waiting.perform(CheckInNow()) }
  }

  @Test func `two browsers of one person are two sessions that see the same`() async throws {
    _ = try await house.member()
    let (first, firstToken) = try await house.browser()
    let (second, secondToken) = try await house.browser()
    #expect(firstToken != secondToken)
    var users = clients(of: second).user.userStream().makeAsyncIterator()
    #expect(await users.next()?.firstName == "Margaret")
    let seen = Profile(firstName: "Margaret", lastName: "Hale")
    try await clients(of: first).user.updateProfile(
      Edit(Profile(firstName: "Maggie", lastName: "Hale"), seen: seen))
    #expect(await users.next()?.firstName == "Maggie")
    // The other browser's page had not shown that yet: it keeps its change, and this one.
    try await clients(of: second).user.updateProfile(
      Edit(Profile(firstName: "Margaret", lastName: "Gaskell"), seen: seen))
    let user = try await clients(of: second).user.currentUser()
    #expect(user.firstName == "Maggie" && user.lastName == "Gaskell")
    try await clients(of: first).auth.signOut()
    #expect(second.identity != .visitor)
  }

  @Test func `a stream shows a change as soon as it is committed`() async throws {
    let person = try await house.member()
    let (session, _) = try await house.browser()
    var lists = PingClient(clients(of: session)).pingListsStream().makeAsyncIterator()
    #expect(await lists.next() == PingLists())

    let other = try await house.member("+12125550102", name: "Dana")
    let code = try await house.engine.user(other).qrCodeID
    try await house.engine.perform(
      AddContact(qrCode: code, isResponder: true, isDependent: false), by: .person(person))
    try await house.engine.perform(AcceptContact(id: person), by: .person(other))
    try await house.engine.perform(PingDependent(dependent: person), by: .person(other))
    var list = try #require(await lists.next())
    while list.pending.isEmpty { list = try #require(await lists.next()) }
    #expect(list.pending.map(\.senderID) == [other])
  }

  @Test func `a refusal reaches the feature as it is`() async throws {
    _ = try await house.member()
    let (session, _) = try await house.browser()
    let clients = clients(of: session)
    await #expect(throws: Refusal.qrCodeUnknown) {
      _ = try await clients.contacts.addContact("00000000-0000-4000-8000-000000000000", true, false)
    }
    await #expect(throws: Refusal.contactNotFound) {
      _ = try await PingClient(clients).pingDependent("1")
    }
    await #expect(throws: Refusal.invalidInterval) {
      try await clients.checkIn.setCheckInInterval(1)
    }
  }

  @Test func `preferences are the person's, whatever the browser`() async throws {
    _ = try await house.member()
    let (first, _) = try await house.browser()
    let (second, _) = try await house.browser()
    await PreferencesClient(clients(of: first)).setString("name", "DependentsSortOption")
    #expect(await PreferencesClient(clients(of: second)).string("DependentsSortOption") == "name")
    await PreferencesClient(clients(of: first)).setString(nil, "DependentsSortOption")
    #expect(await PreferencesClient(clients(of: second)).string("DependentsSortOption") == nil)
  }
}
