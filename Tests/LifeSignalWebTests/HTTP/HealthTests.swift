import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

@Suite struct `Health` {
  private func status(_ path: String, _ readiness: Readiness) async throws -> (
    HTTPResponse.Status, String
  ) {
    let router = Router(context: WebContext.self)
    HealthRoutes { readiness }.add(to: router)
    return try await Application(router: router).test(.router) { client in
      let response = try await client.execute(uri: path, method: .get)
      return (response.status, String(buffer: response.body))
    }
  }

  @Test func `the process is alive even while it cannot do its job`() async throws {
    #expect(try await status("/health/live", .notReady(reason: "watch")) == (.ok, "live\n"))
  }

  @Test func `readiness names the part that is missing`() async throws {
    #expect(try await status("/health/ready", .ready) == (.ok, "ready\n"))
    #expect(
      try await status("/health/ready", .notReady(reason: "watch"))
        == (.serviceUnavailable, "not ready: watch\n"))
  }
}
