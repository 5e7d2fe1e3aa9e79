import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalWeb
import Logging
import Synchronization

/// An engine on a database of its own, with a clock a test moves and a courier that only listens.
final class TestHouse: Sendable {
  let clock = TestClock()
  let courier = ListeningCourier()
  let engine: Engine
  /// What the engine remembers with; a test may take it away for a while.
  let ledger: InterruptibleLedger
  let sessions: BrowserSessions
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    ledger = InterruptibleLedger(
      try SQLiteLedger.open(at: folder.url.appending(path: "test.sqlite").path, clock: clock))
    engine = Engine(
      ledger: ledger, couriers: [.sms: courier], clock: clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    sessions = BrowserSessions(engine: engine)
  }

  static let number = "+12125550101"

  /// A member with a complete profile and a countdown.
  func member(_ number: String = TestHouse.number, name: String = "Margaret") async throws
    -> Person.ID
  {
    let id = try await engine.perform(
      Enrol(phoneNumber: number, region: .unitedStates), by: .system)
    try await engine.perform(
      UpdateProfile(Profile(firstName: name, lastName: "Hale")), by: .person(id))
    // As a program does it: without a notice.
    try await engine.perform(CheckInNow(), by: Member(id, from: Origin(scopes: [.checkIn])))
    return id
  }

  /// A signed-in browser of the person with this number, and the token in its cookie.
  func browser(_ number: String = TestHouse.number) async throws -> (BrowserSession, SessionToken) {
    let (session, _) = sessions.makeVisitor()
    let request = SignInRequest(of: session)
    request.claim()
    let clients = SessionClients(engine: engine, session: session, sessions: sessions)
    let id = try await clients.auth.sendVerificationCode(number, .unitedStates)
    try await clients.auth.verifyCode(courier.code, id)
    guard let token = await request.token() else { throw UnexpectedOutcome() }
    return (session, token)
  }
}

/// A wall clock that stands still until a test moves it.
final class TestClock: ServerClock {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }

  /// Nothing under test waits for this clock.
  func sleep(until deadline: Date) async throws {
    if deadline > now { try await Task.sleep(for: .seconds(3600)) }
  }
}

/// Remembers what it was given.
final class ListeningCourier: Courier {
  private let messages = Mutex<[CourierMessage]>([])

  func deliver(_ message: CourierMessage) async throws {
    messages.withLock { $0.append(message) }
  }

  /// The six digits of the newest message.
  var code: String {
    messages.withLock { $0.last?.body.filter(\.isNumber).prefix(6).description ?? "" }
  }

  var count: Int { messages.withLock { $0.count } }
}
