import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import Synchronization
import Testing

@Suite struct `The id of a request` {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"
  /// Counts up, so that every id is known.
  private static let counting = Entropy { count in (1...count).map { UInt8($0) } }

  @Test func `is the caller's where it can be understood`() {
    let trace = RequestTrace(
      continuing: "00-\(Self.trace)-\(Self.parent)-01", entropy: Self.counting)
    #expect(trace.id == Self.trace && trace.parent == Self.parent && trace.isSampled)
    #expect(trace.span == "0102030405060708")
    let quiet = RequestTrace(
      continuing: "00-\(Self.trace)-\(Self.parent)-02", entropy: Self.counting)
    #expect(quiet.parent == Self.parent && !quiet.isSampled)
  }

  @Test func `of a later version is read as far as it is known`() {
    let trace = RequestTrace(
      continuing: "cc-\(Self.trace)-\(Self.parent)-01-what-comes", entropy: Self.counting)
    #expect(trace.id == Self.trace)
  }

  @Test(arguments: [
    nil, "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-0",
    "00-\(trace)-\(parent)-01-more", "ff-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-0g",
    "00-\(trace.uppercased())-\(parent)-01", "cc-\(trace)-\(parent)-01x",
    "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
    "00_\(trace)_\(parent)_01", "00-\(trace)é-\(parent)-01",
    "01-\(trace)-\(parent)-01-" + String(repeating: "a", count: 600),
  ])
  func `is our own when the caller's is malformed`(header: String?) {
    let trace = RequestTrace(continuing: header, entropy: Self.counting)
    #expect(trace.id == "0102030405060708090a0b0c0d0e0f10")
    #expect(trace.parent == nil && !trace.isSampled)
  }

  @Test func `is never all zeros`() {
    let trace = RequestTrace(
      continuing: nil, entropy: Entropy { Array(repeating: 0, count: $0) })
    #expect(trace.id.contains("1") && trace.span.contains("1"))
  }

  private final class Heard: RequestTracer {
    let spans = Mutex<[RequestSpan]>([])
    func answered(_ span: RequestSpan) { spans.withLock { $0.append(span) } }
  }

  private func answer(
    _ path: String, headers: HTTPFields = [:], tracer: Heard = Heard()
  ) async throws -> (headers: HTTPFields, body: String) {
    let house = try TestHouse()
    let room = try WebRoom(
      engine: house.engine, settings: WebRoom.Settings(isReachedOverTLS: false),
      readiness: { .ready }, tracers: [tracer])
    let application = Application(
      router: room.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    return try await application.test(.router) { client in
      let answer = try await client.execute(uri: path, method: .get, headers: headers)
      return (answer.headers, String(buffer: answer.body))
    }
  }

  @Test(arguments: ["/health/live", "/nowhere", "/api/v1/nowhere"])
  func `stands in every answer, also of an error`(path: String) async throws {
    let field = HTTPField(name: .traceParent, value: "00-\(Self.trace)-\(Self.parent)-01")
    let answer = try await answer(path, headers: HTTPFields([field]))
    #expect(answer.headers[.requestID] == Self.trace)
  }

  @Test func `is the instance of a problem`() async throws {
    let answer = try await answer("/api/v1/nowhere")
    let id = try #require(answer.headers[.requestID])
    #expect(id.count == 32)
    #expect(answer.headers[.contentType] == "application/problem+json", "\(answer.body)")
    #expect(answer.body.contains("\"urn:lifesignal:request:\(id)\""), "\(answer.body)")
  }

  @Test func `goes to the tracer with the route's pattern, never the path`() async throws {
    let tracer = Heard()
    _ = try await answer("/ping/1b671a64-40d5-491e-99b0-da01ff1f3341", tracer: tracer)
    let span = try #require(tracer.spans.withLock { $0 }.first)
    #expect(span.method == "GET" && span.status == 404)
    #expect(span.route.contains("ping") && !span.route.contains("1b671a64"))
    #expect(span.duration >= .zero && span.trace.id.count == 32)
  }
}
