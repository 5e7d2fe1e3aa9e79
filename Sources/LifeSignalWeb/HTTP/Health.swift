import Foundation
import HTTPTypes
public import Hummingbird
public import LifeSignalEngine
import NIOCore

/// `/health/live`: people are told; where they are not, a restart helps. What counts says
/// ``HealthReport/isLive``. `/health/ready`: its promises can be kept. Both answer JSON, 503 with the
/// causes when it is not so.
public struct HealthRoutes: Sendable {
  private let health: @Sendable () async -> HealthReport

  public init(health: @escaping @Sendable () async -> HealthReport) {
    self.health = health
  }

  public func add(to router: Router<WebContext>) {
    router.get("/health/live") { _, _ in
      let report = await health()
      let status = report.isLive ? "live" : "stalled"
      return Self.answer(Answer(status: status, report.silences, report))
    }
    router.get("/health/ready") { _, _ in
      let report = await health()
      return Self.answer(
        Answer(status: report.isReady ? "ready" : "not-ready", report.causes, report))
    }
  }

  /// What machines read. Names are promised to stay.
  private struct Answer: Encodable {
    var status: String
    var causes: [String]
    /// Seconds since the last turn.
    var loops: [String: Double]
    /// Broken promises by kind.
    var findings: [String: Int]

    init(status: String, _ causes: [HealthReport.Cause], _ report: HealthReport) {
      self.status = status
      self.causes = causes.map(\.code)
      loops = report.loops
      findings = report.findings
    }
  }

  private static func answer(_ answer: Answer) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = (try? encoder.encode(answer)) ?? Data()
    return Response(
      status: answer.causes.isEmpty ? .ok : .serviceUnavailable,
      headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }
}
