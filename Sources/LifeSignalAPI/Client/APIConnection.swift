public import Foundation
package import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel

/// One client of one server: its session, its transport, and its settings.
public final class APIConnection: Sendable {
  let scheme: String
  let authority: String
  package let transport: APITransport
  public let session: APISession
  let clock: any Clock<Duration>
  let makeKey: @Sendable () -> String
  let online = OnlineState()
  /// Holds requests that wait for re-authentication, once a store has read ``HTTPClients/proof``.
  let gate = ProofGate()
  package let agent: String

  /// - Parameters:
  ///   - server: scheme, host and port; the rest is dropped.
  ///   - clock: waits before a lost stream is followed again.
  ///   - makeKey: names one check-in or alert over all its attempts, 1–64 characters.
  ///   - agent: the name by which the person recognizes the session in a list.
  public init?(
    server: URL, transport: APITransport, session: APISession = APISession(),
    clock: any Clock<Duration> = ContinuousClock(),
    makeKey: @escaping @Sendable () -> String = { UUID().uuidString },
    agent: String = "LifeSignal"
  ) {
    guard let scheme = server.scheme, let host = server.host() else { return nil }
    self.scheme = scheme
    authority = server.port.map { "\(host):\($0)" } ?? host
    self.transport = transport
    self.session = session
    self.clock = clock
    self.makeKey = makeKey
    self.agent = agent
  }

  /// Sends a request and reads the answer, if necessary after the person has re-authenticated.
  /// - Throws: ``Refusal`` as a client in the server's process would, ``Problem`` for the server's
  ///   other errors, ``APITransportError``, `CancellationError`.
  func call<Input, Output>(
    _ route: APIRoute<Input, Output>, _ input: Input, key: String? = nil,
    proving reason: ProofReason = .general
  ) async throws -> Output {
    try await gate.passing(reason) { try await ask(route, input, key: key) }
  }

  private func ask<Input, Output>(
    _ route: APIRoute<Input, Output>, _ input: Input, key: String?
  ) async throws -> Output {
    let (request, token) = try request(for: route, input, key: key)
    let (response, data) = try await watchingTheWay {
      try await transport.send(request.head, request.body)
    }
    guard response.status.kind == .successful else { throw problem(response, data, token) }
    if let empty = Empty() as? Output { return empty }
    guard let output = try? APIJSON.decode(Output.self, from: data) else {
      throw APITransportError.unreadable
    }
    return output
  }

  /// The same without an input.
  func call<Output>(_ route: APIRoute<Empty, Output>, key: String? = nil) async throws -> Output {
    try await call(route, Empty(), key: key)
  }

  /// Sends a request whose success has no content.
  func tell<Input>(
    _ route: APIRoute<Input, Empty>, _ input: Input, key: String? = nil
  ) async throws {
    _ = try await call(route, input, key: key)
  }

  func tell(_ route: APIRoute<Empty, Empty>) async throws {
    _ = try await call(route, Empty())
  }

  func request<Input, Output>(
    for route: APIRoute<Input, Output>, _ input: Input, key: String? = nil
  ) throws -> (request: (head: HTTPRequest, body: Data?), token: String?) {
    let token = session.credential?.token
    if route.description.isForMembers, token == nil { throw Refusal.notSignedIn }
    let message = try route.message(for: input)
    var head = HTTPRequest(
      method: route.description.method, scheme: scheme, authority: authority, path: message.path)
    head.headerFields[.accept] = "application/json, application/problem+json"
    head.headerFields[.userAgent] = agent
    if message.body != nil { head.headerFields[.contentType] = "application/json" }
    if let token { head.headerFields[.authorization] = "Bearer \(token)" }
    if let key, route.description.takesKey { head.headerFields[.idempotencyKey] = key }
    return ((head, message.body), token)
  }

  /// Notes whether the server could be reached.
  func watchingTheWay<Value>(_ ask: () async throws -> Value) async throws -> Value {
    do {
      let value = try await ask()
      online.become(true)
      return value
    } catch APITransportError.offline {
      online.become(false)
      throw APITransportError.offline
    }
  }

  /// The server's error. If the session is no longer valid, it ends here.
  func problem(_ response: HTTPResponse, _ data: Data, _ token: String?) -> any Error {
    let problem =
      (try? APIJSON.decode(Problem.self, from: data))
      ?? Problem(Problem.Code(status: response.status.code), status: response.status.code)
    if response.status.code == 401, let token { session.end(token) }
    return problem.refusal ?? problem
  }
}

extension HTTPField.Name {
  // The names are literal tokens, which is all the failable initialiser checks.
  package static let idempotencyKey = Self("Idempotency-Key")!
  package static let lastEventID = Self("Last-Event-ID")!
}
