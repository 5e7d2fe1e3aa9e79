import HTTPTypes
import Hummingbird

/// Limits the requests of one address that are answered at the same time, also behind a proxy, where all
/// connections are the proxy's.
///
/// A request counts until its answer is ready. Streams have their own limit (``OpenStreams``), so that the
/// open pages of a shared address delay no check-in.
struct RequestsAtOnce: RouterMiddleware {
  typealias Context = WebContext

  private let lanes: Lanes<ClientAddress>
  private let isBehindProxy: Bool

  init(most: Int, isBehindProxy: Bool) {
    lanes = Lanes(perKey: most)
    self.isBehindProxy = isBehindProxy
  }

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let address = request.address(context, isBehindProxy: isBehindProxy)
    do {
      return try await lanes.hold(address) { try await next(request, context) }
    } catch is Lanes<ClientAddress>.Full {
      throw RequestLimits.refusal(1)
    }
  }
}
