import HTTPTypes
public import Hummingbird
import NIOCore

/// Whether the process can do its job, and if not, which part cannot.
public enum Readiness: Equatable, Sendable {
  case ready
  /// `reason` names a part ("watch", "storage"); it is shown to whoever asks.
  case notReady(reason: String)
}

/// `/health/live`: the process answers. `/health/ready`: it can also do its job.
public struct HealthRoutes: Sendable {
  private let readiness: @Sendable () async -> Readiness

  public init(readiness: @escaping @Sendable () async -> Readiness) {
    self.readiness = readiness
  }

  public func add(to router: Router<WebContext>) {
    router.get("/health/live") { _, _ in Self.line("live", .ok) }
    router.get("/health/ready") { _, _ in
      switch await readiness() {
      case .ready: Self.line("ready", .ok)
      case .notReady(let reason): Self.line("not ready: \(reason)", .serviceUnavailable)
      }
    }
  }

  private static func line(_ text: String, _ status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: text + "\n")))
  }
}
