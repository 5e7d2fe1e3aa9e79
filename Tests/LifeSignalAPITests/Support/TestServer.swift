import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Synchronization

/// A seeded engine and the whole web room on it; on loopback when it is asked over HTTP.
struct TestServer: Sendable {
  let world: SmallWorld
  let room: WebRoom
  let sessions: BrowserSessions

  /// - Parameter pause: time between requests; the default stays below the rate limits of HTTP.
  init(pause: Duration = .seconds(10)) async throws {
    world = try await SmallWorld()
    let asked = Atomic(0)
    let start = ContinuousClock.now
    room = try WebRoom(
      engine: world.engine, settings: WebRoom.Settings(isReachedOverTLS: false),
      readiness: { .ready },
      now: { start + pause * asked.add(1, ordering: .relaxed).newValue })
    sessions = BrowserSessions(engine: world.engine)
  }

  /// - Returns: the token of a new session of this person.
  func signIn(_ person: Person.ID) async throws -> String {
    let number = try await world.engine.user(person).phoneNumber
    let id = try await world.engine.requestCode(to: number)
    return try await world.engine.verify(world.code, of: id, label: "Test").token
  }

  /// Runs `body` while the room answers on a port of its own.
  func onLoopback<Value: Sendable>(
    _ body:
      @escaping @Sendable (_ connection: @escaping @Sendable () -> APIConnection) async throws
      -> Value
  ) async throws -> Value {
    let application = Application(
      router: room.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    let http = HTTPClient(configuration: .forAPI)
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await application.test(.live) { client in
          let server = URL(string: "http://127.0.0.1:\(client.port ?? 0)")!
          return try await body {
            APIConnection(server: server, transport: .live(http), agent: "Test")!
          }
        })
    } catch {
      result = .failure(error)
    }
    try await http.shutdown()
    return try result.get()
  }
}

extension HTTPClient.Configuration {
  /// As ``APITransport/live(_:timeout:answerLimit:)`` wants it.
  static var forAPI: Self {
    var configuration = Self()
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }
}

extension SmallWorld {
  /// The six digits of the newest message.
  var code: String {
    courier.messages.last?.body.filter(\.isNumber).prefix(6).description ?? ""
  }
}
