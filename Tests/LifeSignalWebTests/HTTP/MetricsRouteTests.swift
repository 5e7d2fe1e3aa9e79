import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalWeb
import Testing

@Suite struct `The figures over HTTP` {
  private static let secret = "a-token-of-many-letters"

  private func get(
    token: String? = nil, headers: HTTPFields = [:], isLive: Bool = true
  ) async throws -> (HTTPResponse.Status, String) {
    let house = try TestHouse()
    let room = try WebRoom(
      engine: house.engine,
      settings: WebRoom.Settings(isReachedOverTLS: false, metricsToken: token),
      readiness: { HealthReport(causes: [.promisesBroken(1)], findings: ["ping-late": 1]) })
    let application = Application(
      router: room.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    return try await application.test(isLive ? .live : .router) { client in
      let answer = try await client.execute(uri: "/metrics", method: .get, headers: headers)
      return (answer.status, String(buffer: answer.body))
    }
  }

  @Test func `are for this machine`() async throws {
    let (status, text) = try await get()
    #expect(status == .ok)
    #expect(text.contains("\nlifesignal_ready 0.0\n"))
    #expect(text.contains("\nlifesignal_findings{kind=\"ping-late\"} 1.0\n"))
    #expect(text.contains("\nlifesignal_stores{state=\"open\"} 0.0\n"))
    #expect(text.contains("\nlifesignal_streams 0.0\n"))
    #expect(text.contains("\nlifesignal_effects_in_flight 0.0\n"))
  }

  @Test(arguments: [
    ["X-Forwarded-For": "127.0.0.1"], ["Forwarded": "for=127.0.0.1"],
    ["Authorization": "Bearer whatever", "X-Forwarded-For": "::1"],
  ])
  func `are not for what came through a proxy`(headers: [String: String]) async throws {
    var fields = HTTPFields()
    for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
    #expect(try await get(headers: fields).0 == .notFound)
  }

  @Test func `are not for other machines`() async throws {
    #expect(try await get(isLive: false).0 == .notFound)
  }

  @Test func `need the token once one is set`() async throws {
    let shown: HTTPFields = [.authorization: "Bearer \(Self.secret)"]
    #expect(try await get(token: Self.secret, headers: shown, isLive: false).0 == .ok)
    #expect(try await get(token: Self.secret).0 == .notFound)
    let wrong: HTTPFields = [.authorization: "Bearer \(Self.secret)x"]
    #expect(try await get(token: Self.secret, headers: wrong).0 == .notFound)
  }
}
