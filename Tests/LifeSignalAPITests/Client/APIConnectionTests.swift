import AsyncHTTPClient
import Composable
import ComposableTesting
import Foundation
import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalAPI

@Suite struct APIConnectionTests {
  private func connection(
    session: APISession = APISession(APICredential(token: "t", person: "1", session: "2")),
    _ send: @escaping @Sendable (HTTPRequest, Data?) async throws -> (HTTPResponse, Data)
  ) throws -> APIConnection {
    let server = try #require(URL(string: "https://example.org"))
    let connection = APIConnection(
      server: server,
      transport: APITransport(
        send: send, stream: { _ in throw APITransportError.offline }),
      session: session, clock: StoppedClock(), makeKey: { "key" })
    return try #require(connection)
  }

  @Test func `a request carries its token, its key and nothing else of the person`() async throws {
    let clients = HTTPClients(
      try connection { request, body in
        #expect(request.method == .post)
        #expect(request.path == "/api/v1/check-ins")
        #expect(request.headerFields[.authorization] == "Bearer t")
        #expect(request.headerFields[.idempotencyKey] == "key")
        #expect(request.headerFields[.cookie] == nil)
        #expect(body == nil)
        return (HTTPResponse(status: .ok), Data(#"{"at": "2026-01-05T08:00:00.000Z"}"#.utf8))
      })
    #expect(try await clients.checkIn.checkIn() == Date(milliseconds: 1_767_600_000_000))
  }

  @Test func `An alert is raised and ended under a key`() async throws {
    let alert = AlertClient(
      HTTPClients(
        try connection { request, _ in
          #expect(request.path == "/api/v1/alert")
          #expect(request.headerFields[.idempotencyKey] == "key")
          return (HTTPResponse(status: .ok), Data(#"{"at": "2026-01-05T08:00:00.000Z"}"#.utf8))
        }))
    #expect(try await alert.activateAlert() == Date(milliseconds: 1_767_600_000_000))
    #expect(try await alert.deactivateAlert() == Date(milliseconds: 1_767_600_000_000))
  }

  static let failures: [(any Error, UserFacingError?)] = [
    (APITransportError.offline, .networkError), (APITransportError.timedOut, .requestTimeout),
    (APITransportError.unreadable, .dataInvalid), (CancellationError(), nil),
  ]

  @Test(arguments: failures)
  func `each way to fail on the way has its own words`(
    failure: any Error, words: UserFacingError?
  ) async throws {
    let clients = HTTPClients(try connection { _, _ in throw failure })
    do {
      _ = try await clients.contacts.getContacts()
      Issue.record("it did not fail")
    } catch {
      #expect(UserFacingError.fromIgnoringCancellation(error) == words)
    }
  }

  @Test func `an answer that is not what was promised is invalid data`() async throws {
    let clients = HTTPClients(
      try connection { _, _ in (HTTPResponse(status: .ok), Data("<html>".utf8)) })
    await #expect(throws: APITransportError.unreadable) {
      _ = try await clients.contacts.getContacts()
    }
  }

  @Test func `a session that was ended elsewhere ends here`() async throws {
    let saved = Mutex<[APICredential?]>([])
    let session = APISession(APICredential(token: "t", person: "1", session: "2")) { credential in
      saved.withLock { $0.append(credential) }
    }
    let clients = HTTPClients(
      try connection(session: session) { _, _ in
        (HTTPResponse(status: .unauthorized), try APIJSON.encode(Problem(.notSignedIn)))
      })
    await #expect(throws: Refusal.notSignedIn) { _ = try await clients.contacts.getContacts() }
    #expect(session.credential == nil)
    #expect(saved.withLock { $0 } == [nil])
    for await _ in clients.user.userStream() { Issue.record("nobody is signed in") }
  }

  @Test func `a session whose first read ends it is not saved for a later run`() {
    let saved = Mutex<[APICredential?]>([])
    let session = APISession { credential in saved.withLock { $0.append(credential) } }
    let watch = session.signInState.watch { [weak session] credential in
      if let credential { session?.end(credential.token) }
    }
    let credential = APICredential(token: "t", person: "1", session: "2")
    session.begin(credential)
    #expect(saved.withLock { $0 } == [credential, nil])
    #expect(session.credential == nil)
    session.signInState.unwatch(watch)
  }

  @Test func `the client reports going offline and coming back`() async throws {
    let isDown = Mutex(true)
    let clients = HTTPClients(
      try connection { _, _ in
        if isDown.withLock({ $0 }) { throw APITransportError.offline }
        return (HTTPResponse(status: .ok), Data(#"{"items": []}"#.utf8))
      })
    var states = clients.network.isOnlineStream().makeAsyncIterator()
    #expect(await states.next() == true)
    _ = try? await clients.contacts.getContacts()
    #expect(await states.next() == false)
    isDown.withLock { $0 = false }
    _ = try await clients.contacts.getContacts()
    #expect(await states.next() == true)
  }

  @Test func `a token is never printed`() {
    let credential = APICredential(token: "secret", person: "1", session: "2")
    #expect(!"\(credential)".contains("secret"))
  }

  // MARK: On a real socket

  @Test func `a refused connection is a network error immediately`() async throws {
    let http = HTTPClient(configuration: .forAPI)
    let clients = HTTPClients(try connection(to: "http://127.0.0.1:1", http, StoppedClock()))
    await #expect(throws: APITransportError.offline) {
      _ = try await clients.contacts.getContacts()
    }
    try await http.shutdown()
  }

  @Test(.timeLimit(.minutes(1)), arguments: SilentServer.Manner.allCases)
  func `a server that stops talking is given up in time, and not before`(
    manner: SilentServer.Manner
  ) async throws {
    let server = try SilentServer(manner)
    let clock = TestClock()
    let http = HTTPClient(configuration: .forAPI)
    let clients = HTTPClients(try connection(to: server.url, http, clock))
    let isOver = Mutex(false)
    let asking = Task {
      defer { isOver.withLock { $0 = true } }
      return try await clients.contacts.getContacts()
    }
    await server.untilAsked()
    await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(14_999))
    #expect(!isOver.withLock { $0 }, "given up too early")
    await clock.advance(by: .milliseconds(1))
    let error = await asking.result.failure
    #expect(error as? APITransportError == .timedOut)
    #expect(error.flatMap { UserFacingError.fromIgnoringCancellation($0) } == .requestTimeout)
    try await http.shutdown()
  }

  @Test(.timeLimit(.minutes(1))) func `a stream that does not begin is given up, too`() async throws
  {
    let server = try SilentServer(.saysNothing)
    let clock = TestClock()
    let http = HTTPClient(configuration: .forAPI)
    let transport = APITransport.live(http, clock: clock)
    let following = Task {
      _ = try await transport.stream(
        HTTPRequest(
          method: .get, scheme: "http", authority: String(server.url.dropFirst(7)), path: "/"))
    }
    await server.untilAsked()
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(15))
    #expect(await following.result.failure as? APITransportError == .timedOut)
    try await http.shutdown()
  }

  @Test(.timeLimit(.minutes(1))) func `a call that is called off on the way says nothing`()
    async throws
  {
    let server = try SilentServer(.stopsAmidTheAnswer)
    let http = HTTPClient(configuration: .forAPI)
    let clients = HTTPClients(try connection(to: server.url, http, TestClock()))
    let asking = Task { try await clients.contacts.getContacts() }
    await server.untilAsked()
    asking.cancel()
    #expect(await asking.result.failure is CancellationError)
    try await http.shutdown()
  }

  @Test func `a request that is called off says nothing`() async throws {
    let started = AsyncStream.makeStream(of: Void.self)
    let clients = HTTPClients(
      try connection { _, _ in
        started.continuation.yield()
        try await Task.sleep(for: .seconds(3_600))
        throw APITransportError.offline
      })
    let asking = Task { try await clients.contacts.getContacts() }
    for await _ in started.stream { break }
    asking.cancel()
    let error = await asking.result.failure
    #expect(error is CancellationError)
    #expect(error.flatMap { UserFacingError.fromIgnoringCancellation($0) } == nil)
  }

  private func connection(
    to server: String, _ http: HTTPClient, _ clock: any Clock<Duration>
  ) throws -> APIConnection {
    let server = try #require(URL(string: server))
    let connection = APIConnection(
      server: server, transport: .live(http, clock: clock),
      session: APISession(APICredential(token: "t", person: "1", session: "2")))
    return try #require(connection)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
