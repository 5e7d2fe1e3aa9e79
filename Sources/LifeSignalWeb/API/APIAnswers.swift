import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import Logging
import NIOCore

/// Turns requests into inputs, and results into responses, for every route alike.
final class APIAnswers {
  private let routes: APIRoutes
  private let router: Router<WebContext>
  private(set) var answered: Set<APIRouteDescription> = []

  init(routes: APIRoutes, router: Router<WebContext>) {
    self.routes = routes
    self.router = router
  }

  func perform<C: Endpoint>(_ command: C.Type) {
    answer(APIRoute(command)) { call, command in
      try await call.clients.perform(command, key: call.key)
    }
  }

  func answer<Q: Query>(_ query: Q.Type) {
    answer(APIRoute(query)) { call, query in try await call.clients.answer(query) }
  }

  /// A route whose success has no content.
  func `do`<Input>(
    _ route: APIRoute<Input, Empty>,
    _ work: @escaping @Sendable (APICall, Input) async throws -> Void
  ) {
    answer(route) { call, input in
      try await work(call, input)
      return Empty()
    }
  }

  func answer<Input, Output>(
    _ route: APIRoute<Input, Output>,
    _ work: @escaping @Sendable (APICall, Input) async throws -> Output
  ) {
    respond(route) { [routes] request, context, call in
      let input: Input
      let content: Data
      do {
        (input, content) = try await routes.roomFor(route.description, call) {
          try await route.read(request, context, routes.largeBodies)
        }
      } catch let error as HTTPError {
        throw error
      } catch let problem as Problem {
        throw problem
      } catch {
        throw Problem(.invalidArgument, detail: "The request is not what this route takes.")
      }
      return try await routes.once(call, route.description, content) {
        try APIAnswer(try await work(call, input))
      }.response
    }
  }

  /// The guards of every route: the caller, the rate limits, and the form of failures.
  func respond<Input, Output>(
    _ route: APIRoute<Input, Output>,
    _ respond: @escaping @Sendable (Request, WebContext, APICall) async throws -> Response
  ) {
    let description = route.description
    answered.insert(description)
    router.on(RouterPath(description.fullPath), method: description.method) {
      [routes] request, context -> Response in
      do {
        let call = try await routes.call(description, request, context)
        return try await respond(request, context, call)
      } catch {
        return try Problem.response(to: error, context.logger)
      }
    }
  }
}

extension APIAnswers {
  private static let methods: [HTTPRequest.Method] = [
    .get, .post, .put, .patch, .delete, .options, .trace,
    // draft-ietf-httpbis-safe-method-w-body
    HTTPRequest.Method("QUERY")!,
  ]

  /// Answers another method with the list of the path's methods (RFC 9110, 15.5.6).
  func refuseOtherMethods() {
    for (path, routes) in Dictionary(grouping: answered, by: \.fullPath) {
      let known = Set(routes.map(\.method))
      let allow = known.union(known.contains(.get) ? [.head] : []).map(\.rawValue).sorted()
        .joined(separator: ", ")
      for method in Self.methods where !known.contains(method) {
        router.on(RouterPath(path), method: method) { _, _ in
          Problem(
            .invalidArgument, status: 405, detail: "This address takes \(allow) only."
          ).response(headers: [.allow: allow])
        }
      }
    }
  }
}

extension APIRoutes {
  /// Reads large bodies of any kind in the lanes for pictures.
  fileprivate func roomFor<Value>(
    _ route: APIRouteDescription, _ call: APICall, _ read: () async throws -> Value
  ) async throws -> Value {
    guard route.bodyLimit > BodyLimit.thing, let person = call.session.identity.person
    else { return try await read() }
    do {
      return try await pictures.hold(person) { try await read() }
    } catch is Lanes<Person.ID>.Full {
      throw RequestLimits.refusal(5)
    }
  }

  /// Carries out a request; a repeat under its key gets the earlier answer.
  ///
  /// Check-ins and calls for help never wait for our bookkeeping: they are remembered in memory,
  /// and the ledger recognizes a check-in by its key for good.
  /// - Parameter content: SHA-256 of the request's content.
  fileprivate func once(
    _ call: APICall, _ route: APIRouteDescription, _ content: Data,
    _ work: @Sendable () async throws -> APIAnswer
  ) async throws -> APIAnswer {
    guard let key = call.repeatKey else { return try await work() }
    guard route.isVital else {
      return try await engine.once(
        key.name, content: content, by: call.clients.person(), open: { try key.opened($0) }
      ) {
        try key.sealed(try await work())
      }
    }
    let name = RememberedAnswers.Name(route: route, key: key.name)
    if let known = remembered.find(name, content: content) { return known }
    let answer = try await work()
    remembered.keep(answer, content: content, as: name)
    return answer
  }
}

extension APIRoute {
  /// - Returns: the input, and SHA-256 of all of it.
  fileprivate func read(
    _ request: Request, _ context: WebContext, _ largeBodies: LargeBodies
  ) async throws -> (input: Input, content: Data) {
    // Logs and histories keep addresses, and two places for one field hide which of them counts.
    if description.hasBody, !request.queries.isEmpty {
      throw Problem(.invalidArgument, detail: "This route takes its fields in the body.")
    }
    var texts = request.queries
    for (name, text) in context.parameters {
      guard let text = text.removingPercentEncoding else { throw HTTPError(.badRequest) }
      texts[String(name)] = text
    }
    let body = Data(
      try await request.bytes(upTo: description.bodyLimit).readableBytesView)
    if !body.isEmpty, request.header(.contentType)?.hasPrefix("application/json") != true {
      throw HTTPError(.unsupportedMediaType)
    }
    let address = request.uri.string
    return try await largeBodies.decode(body.count) { [texts] in
      var content = SHA256()
      // Neither a name nor an address has line breaks, so the parts cannot run into one another.
      content.update(data: Data("\(description.name)\n\(address)\n".utf8))
      content.update(data: body)
      return (try input(texts: texts, body: body), Data(content.finalize()))
    }
  }
}

extension APIRoutes {
  /// The caller, and whether they may call now.
  /// - Throws: ``NotSignedIn`` and ``Refusal/tooManyRequests(retryAfter:)``.
  fileprivate func call(
    _ route: APIRouteDescription, _ request: Request, _ context: WebContext
  ) async throws -> APICall {
    let session: BrowserSession
    var token: AccessToken?
    let address = visits.address(of: request, context)
    switch route.access {
    case .visitor:
      try limits.count(address)
      session = BrowserSession(.visitor, tokenHash: Data())
      session.seen(
        from: "\(address)", label: BrowserName.of(request), language: request.language)
    case .session, .token:
      guard let found = try await whoAsks(request, route, from: address),
        case .member(_, let id) = found.session.identity
      else {
        try limits.count(address)
        throw NotSignedIn(wasTokenShown: Self.bearer(of: request) != nil)
      }
      try limits.count(id, route, isProgram: found.token != nil)
      try route.admit(found.token)
      // Codes are limited by network: without one all sessions would share one limit.
      session = found.session
      session.seen(from: "\(address)", label: session.label, language: session.language)
      token = found.token
      // No check-in waits for this note.
      if token == nil { visits.sessions.noteUse(of: session) }
    }
    var key: String?
    if route.takesKey, let text = request.header(.idempotencyKey) {
      guard (1...64).contains(text.utf8.count) else {
        throw Problem(.invalidArgument, detail: "An idempotency key has 1 to 64 characters.")
      }
      key = text
    }
    let bearer = Self.bearer(of: request)
    return APICall(
      clients: SessionClients(
        engine: engine, session: session, sessions: visits.sessions, scopes: token?.scopes),
      session: session, sessions: visits.sessions, token: token, key: key,
      repeatKey: key.flatMap { key in bearer.map { RepeatKey(key, bearer: $0) } })
  }

  /// The session a request is made in; one that is made with an access token has none of its own, but
  /// acts like one that is as old as the request, under the token's id.
  private func whoAsks(
    _ request: Request, _ route: APIRouteDescription, from address: ClientAddress
  ) async throws -> (session: BrowserSession, token: AccessToken?)? {
    guard let text = Self.bearer(of: request) else { return nil }
    let kind: RequestLimits.Unknown = route.isVital ? .bearerOfSign : .bearer
    try APILimits.refuse(visits.limits.wait(for: text, as: kind, from: address))
    if let token = try await engine.accessToken(text) {
      visits.limits.found(text)
      let identity = BrowserSession.Identity.member(
        token.person, SessionID(rawValue: token.id.rawValue))
      return (BrowserSession(identity, tokenHash: token.hash), token)
    }
    if let token = SessionToken(text: text), let session = try await visits.sessions.find(token) {
      if session.identity != .visitor { visits.limits.found(text) }
      return (session, nil)
    }
    visits.limits.countUnknown(text, as: kind, from: address)
    return nil
  }

  /// The text after `Bearer` (RFC 6750, 2.1).
  private static func bearer(of request: Request) -> String? {
    guard let field = request.header(.authorization) else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}

extension APIRouteDescription {
  /// - Parameter token: nil for a session, which may do everything.
  /// - Throws: ``Refusal/insufficientScope(needed:)``, ``Refusal/sessionRequired``.
  fileprivate func admit(_ token: AccessToken?) throws(Refusal) {
    guard let token else { return }
    guard let scope else { throw .sessionRequired }
    guard token.scopes.contains(scope) else { throw .insufficientScope(needed: scope) }
  }
}
