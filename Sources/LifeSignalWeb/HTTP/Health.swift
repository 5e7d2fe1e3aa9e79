import Foundation
import HTTPTypes
public import Hummingbird
public import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// `/health/live`: people get their messages; if not, a restart helps, by the rules of
/// ``HealthReport/isLive``. `/health/ready`: the server's promises can be kept. Both answer JSON,
/// and 503 with the causes otherwise.
public struct HealthRoutes: Sendable {
  private let health: @Sendable () async -> HealthReport

  public init(health: @escaping @Sendable () async -> HealthReport) {
    self.health = health
  }

  public func add(to router: Router<WebContext>) {
    router.get("/health/live") { request, context in
      let report = await health()
      return Self.answer(
        Answer(
          status: report.isLive ? "live" : "stalled", report.silences, of: report,
          inFull: request.isFromHere(context)))
    }
    router.get("/health/ready") { request, context in
      let report = await health()
      let inFull = request.isFromHere(context)
      var answer = Answer(
        status: report.isReady ? "ready" : "not-ready", report.causes, of: report, inFull: inFull)
      answer.faults = [
        "promises": Answer.names(of: report.causes(of: .promise), inFull: inFull),
        "carriers": Answer.names(of: report.causes(of: .carrier), inFull: inFull),
      ]
      return Self.answer(answer)
    }
  }

  /// The part that programs read. Names are guaranteed to stay. The numbers show how this server is
  /// used, and how close it is to failing: they are for this machine alone.
  private struct Answer: Encodable {
    var status: String
    var causes: [String]
    /// The same by the party at fault: broken promises, and carriers that accept nothing.
    var faults: [String: [String]]?
    /// Seconds since the last turn.
    var loops: [String: Double]?
    /// Broken promises by kind.
    var findings: [String: Int]?

    /// - Parameter inFull: with numbers.
    init(
      status: String, _ causes: [HealthReport.Cause], of report: HealthReport, inFull: Bool
    ) {
      self.status = status
      self.causes = Self.names(of: causes, inFull: inFull)
      loops = inFull ? report.loops : nil
      findings = inFull ? report.findings : nil
    }

    static func names(of causes: [HealthReport.Cause], inFull: Bool) -> [String] {
      causes.map { inFull ? $0.code : $0.word }
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
