import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalWeb
import Testing

@Suite struct `Health` {
  private func status(
    _ path: String, _ report: HealthReport, isFromHere: Bool = true, headers: HTTPFields = [:]
  ) async throws -> (HTTPResponse.Status, String) {
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    HealthRoutes { report }.add(to: router)
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    // Without a socket there is no telling that this machine asks.
    return try await application.test(isFromHere ? .live : .router) { client in
      let response = try await client.execute(uri: path, method: .get, headers: headers)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == response.status && head.body.readableBytes == 0)
      return (response.status, String(buffer: response.body))
    }
  }

  private static let broken = HealthReport(
    causes: [.promisesBroken(2)], loops: ["watch": 0.25], findings: ["watch-late": 2])

  @Test func `the process is alive even while it cannot do its job`() async throws {
    #expect(
      try await status("/health/live", Self.broken)
        == (
          .ok,
          #"{"causes":[],"findings":{"watch-late":2},"loops":{"watch":0.25},"status":"live"}"#
        ))
  }

  @Test func `from outside there are words and no numbers`() async throws {
    var broken = Self.broken
    broken.causes += [.rowsUnreadable(table: "people", 3), .rowsFailing(7)]
    let causes = #"["promises-broken","rows-unreadable:people","rows-failing"]"#
    let words =
      #"{"causes":\#(causes),"faults":{"carriers":[],"promises":\#(causes)},"status":"not-ready"}"#
    let outside = try await status("/health/ready", broken, isFromHere: false)
    #expect(outside == (.serviceUnavailable, words))
    let proxied = try await status(
      "/health/ready", broken, headers: [HTTPField.Name("X-Forwarded-For")!: "127.0.0.1"])
    #expect(proxied == (.serviceUnavailable, words))
  }

  @Test func `a loop that stands still is cured by a restart`() async throws {
    let report = HealthReport(causes: [.loopStalled(.dispatch)])
    #expect(
      try await status("/health/live", report)
        == (
          .serviceUnavailable,
          #"{"causes":["loop-stalled:dispatch"],"findings":{},"loops":{},"status":"stalled"}"#
        ))
  }

  @Test(
    arguments: [
      [.loopStalled(.auditor), .loopStalled(.heartbeat), .promisesBroken(1)],
      [.loopStalled(.watch), .loopStalled(.dispatch), .ledgerRefuses("disk full")],
    ] as [[HealthReport.Cause]])
  func `a fault that a restart does not fix does not make the server unlive`(
    causes: [HealthReport.Cause]
  )
    async throws
  {
    let report = HealthReport(causes: causes)
    #expect(try await status("/health/live", report).0 == .ok)
    #expect(try await status("/health/ready", report).0 == .serviceUnavailable)
  }

  @Test func `readiness names the causes`() async throws {
    #expect(
      try await status("/health/ready", .ready)
        == (
          .ok,
          #"{"causes":[],"faults":{"carriers":[],"promises":[]},"findings":{},"loops":{},"status":"ready"}"#
        ))
    var report = Self.broken
    report.causes += [.loopStalled(.watch), .ledgerRefuses("disk full")]
    let (code, body) = try await status("/health/ready", report)
    #expect(code == .serviceUnavailable)
    #expect(
      body.hasPrefix(
        #"{"causes":["promises-broken","loop-stalled:watch","ledger-refuses"],"#))
    // Why the ledger refuses is for the log: it may name files.
    #expect(!body.contains("disk full"))
  }
}
