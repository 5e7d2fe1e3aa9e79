import HTTPTypes
import Hummingbird

/// Limits the requests of one address that are answered at the same time, also behind a proxy, where all
/// connections are the proxy's.
///
/// A request counts until its answer is ready, and only among its own (``RequestLane``): slow bodies of a
/// neighbor delay no check-in. Streams have their own limit (``OpenStreams``), so that the open pages of a
/// shared address do not either.
struct RequestsAtOnce: RouterMiddleware {
  typealias Context = WebContext

  private struct Key: Hashable, Sendable {
    var address: ClientAddress
    var lane: RequestLane
  }

  private let lanes: Lanes<Key>
  private let isBehindProxy: Bool

  /// - Parameter most: in each of the lanes.
  init(most: Int, isBehindProxy: Bool) {
    lanes = Lanes(perKey: most)
    self.isBehindProxy = isBehindProxy
  }

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let key = Key(
      address: request.address(context, isBehindProxy: isBehindProxy),
      lane: RequestLane(of: request))
    do {
      return try await lanes.hold(key) { try await next(request, context) }
    } catch is Lanes<Key>.Full {
      throw RequestLimits.refusal(1)
    }
  }
}
