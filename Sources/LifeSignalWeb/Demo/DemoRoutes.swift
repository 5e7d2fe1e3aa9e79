public import Foundation
import HTTPTypes
public import Hummingbird
import LifeSignalModel
import Logging
import NIOCore

/// `POST /demo/advance`: moves the demo clock. Exists only where it is added, in demo mode.
///
/// Only for callers on this machine: moving the clock decides which people count as missing.
public struct DemoRoutes: Sendable {
  /// The largest step, in seconds: a week and a day covers the longest interval.
  public static let longestStep: Double = 8 * 24 * 3600

  private let advance: @Sendable (Duration) -> Date

  /// - Parameter advance: moves the clock and returns its new time.
  public init(advance: @escaping @Sendable (Duration) -> Date) {
    self.advance = advance
  }

  private struct Step: Decodable {
    /// Greater than 0 and at most ``DemoRoutes/longestStep``.
    var seconds: Double
  }

  private struct Answer: Encodable {
    /// The demo clock's time, in milliseconds since 1970.
    var now: Int64
  }

  public func add(to router: Router<WebContext>) {
    router.post("/demo/advance") { request, context in
      guard context.peer.isLoopback, request.header(.forwardedFor) == nil else {
        throw HTTPError(.notFound)
      }
      let body = try await request.bytes(upTo: BodyLimit.form)
      let step = try ForeignForm.json(Step.self, body)
      guard step.seconds > 0, step.seconds <= Self.longestStep else {
        throw HTTPError(.badRequest)
      }
      let now = advance(.seconds(step.seconds))
      context.logger.warning(
        "DEMO CLOCK MOVED", metadata: ["seconds": .stringConvertible(step.seconds)])
      let answer = Answer(now: now.milliseconds)
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
    }
  }
}
