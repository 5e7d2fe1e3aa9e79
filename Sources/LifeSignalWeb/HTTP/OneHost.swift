import HTTPTypes
import Hummingbird

/// Refuses a request that names two hosts (RFC 9112, 3.2): a proxy in front may have used the other
/// one.
///
/// The first `Host` became the request's authority; one left among its headers is a second one.
/// Over HTTP/2 a single one may accompany `:authority`, with the same value (RFC 9113, 8.3.1).
struct OneHost: RouterMiddleware {
  typealias Context = WebContext

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let others = request.headerLines(Self.host)
    // A stream has its connection for a parent, and that the listener.
    let isHTTP2 = context.channel.parent?.parent != nil
    guard others.isEmpty || isHTTP2 && others == [request.head.authority] else {
      throw HTTPError(.badRequest)
    }
    return try await next(request, context)
  }

  private static let host = HTTPField.Name("Host")!
}
