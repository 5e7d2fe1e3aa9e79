import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import NIOCore

/// `/metrics` in Prometheus' text format: for this machine, or for callers with the token.
///
/// No other caller learns that it exists. A request through a proxy does not count as this
/// machine's, whatever its connection is.
struct MetricsRoute: Sendable {
  let engine: Engine
  let health: @Sendable () async -> HealthReport
  /// The figures from outside the engine.
  let figures: @Sendable () -> [OperatorFigure]
  /// Shown as `Authorization: Bearer …`.
  let token: String?

  func add(to router: Router<WebContext>) {
    router.get("/metrics") { request, context in
      guard isAllowed(request, context) else { throw HTTPError(.notFound) }
      let families = try await engine.metrics(health: health(), adding: figures())
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
        ],
        body: .init(byteBuffer: ByteBuffer(string: MetricsText(families).text)))
    }
  }

  private func isAllowed(_ request: Request, _ context: WebContext) -> Bool {
    if let token, let shown = request.header(.authorization) {
      // Hashes, so that the time this takes says nothing about the token.
      return SHA256.hash(data: Data("Bearer \(token)".utf8)) == SHA256.hash(data: Data(shown.utf8))
    }
    return token == nil && request.isFromHere(context)
  }
}

extension Request {
  /// Whether the request comes from this machine. One that a proxy forwarded never counts, even when its
  /// connection is local.
  func isFromHere(_ context: WebContext) -> Bool {
    let isForwarded = headers.contains {
      ["x-forwarded-for", "forwarded"].contains($0.name.canonicalName)
    }
    return !isForwarded && context.peer.isLoopback
  }
}
