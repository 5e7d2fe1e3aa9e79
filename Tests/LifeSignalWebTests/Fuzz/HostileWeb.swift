import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import Logging
import NIOCore
import Synchronization

@testable import LifeSignalAPI
@testable import LifeSignalWeb

/// The whole web room with all that can be switched on, and a stranger who asks it.
final class HostileWeb: Sendable {
  struct Route: Sendable {
    var method: HTTPRequest.Method
    /// As the router names it.
    var path: String

    /// The names of what stands in the path.
    var names: [String] { parts.compactMap(\.name) }

    private var parts: [(text: String, name: String?)] {
      path.split(separator: "/").map { part in
        if part.first == "{" { return ("", String(part.dropFirst().dropLast())) }
        if part.first == ":" { return ("", String(part.dropFirst())) }
        return part.first == "*" ? ("", "rest") : (String(part), nil)
      }
    }

    func path(filling value: (String) -> String) -> String {
      "/" + parts.map { $0.name.map(value) ?? $0.text }.joined(separator: "/")
    }

    func isFor(_ description: APIRouteDescription) -> Bool {
      let other = Route(method: description.method, path: description.fullPath)
      return method == other.method && path { "{\($0)}" } == other.path { "{\($0)}" }
    }
  }

  /// A member's browser and program, and what they let check in.
  struct Visit: Sendable {
    var token: String
    /// The tokens of a thing and of the member's own link.
    var things: [String]
  }

  /// What a request says beside its path and its body.
  struct Words: Sendable {
    var queries: [(String, String)] = []
    var headers: [(HTTPField.Name, String)] = []
    /// Of a form that the carrier has signed.
    var fields: [(String, String)] = []

    /// - Parameters:
    ///   - names: what is said: headers only where `hostile` names one.
    ///   - fitting: what all but `hostile` say.
    init(
      _ names: Set<ForeignName>, fitting: String = "\"1\"",
      hostile: (name: ForeignName, value: String)? = nil
    ) {
      for name in names.union([hostile?.name].compactMap(\.self)) {
        let value = name == hostile?.name ? hostile?.value ?? fitting : fitting
        switch name {
        case .query(let name): queries.append((name, value))
        case .field(let name): fields.append((name, value))
        case .header(let header) where name == hostile?.name:
          headers.append((header, HostileValues.plain(value)))
        case .header: break
        }
      }
    }
  }

  /// Types are constants.
  private struct Read: @unchecked Sendable {
    let type: any Decodable.Type

    init(_ type: any Decodable.Type) { self.type = type }
  }

  private let house: TestHouse
  private let limits = TestInstants()
  private let application: Application<Endings>
  let routes: [Route]
  private let seen = Mutex((count: 0, faults: [String]()))
  private let isTraced = ProcessInfo.processInfo.environment["LIFESIGNAL_HOSTILE"] != nil

  private static let origin = "https://safe.example"
  private static let secret = "secret"

  init() throws {
    let house = try TestHouse()
    self.house = house
    let room = try WebRoom(
      engine: house.engine,
      settings: WebRoom.Settings(
        isReachedOverTLS: false, isBehindProxy: true, pushKey: "key",
        carrier: .init(origin: Self.origin, secret: Self.secret)),
      readiness: { .ready },
      demo: DemoRoutes { step in
        house.clock.advance(by: TimeInterval(step.components.seconds))
        return house.clock.now
      }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: limits.now)
    let router = room.router()
    routes = router.routes.map { Route(method: $0.method, path: "\($0.path)") }
    application = Application(
      responder: Endings(router: router.buildResponder()),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  var count: Int { seen.withLock { $0.count } }
  var faults: [String] { seen.withLock { $0.faults } }

  /// A member of their own for each route: what one does to its session stays with it.
  func visit(_ number: Int) async throws -> Visit {
    limits.advance(by: .seconds(3_600))
    house.clock.advance(by: 3_600)
    let phone = "+1212\(2_000_000 + number)"
    let member = try await house.member(phone)
    var things: [String] = []
    for kind in [ThingKind.plug, .link] {
      let key = try await house.engine.perform(
        AddThing(settings: ThingSettings(name: "Kettle", kind: kind)), by: .person(member))
      things.append(key.token)
    }
    return Visit(token: try await house.browser(phone).1.text, things: things)
  }

  @discardableResult
  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ visit: Visit, json: String? = nil,
    form: String? = nil, headers more: [(HTTPField.Name, String)] = []
  ) async throws -> TestResponse {
    // Moves time forward so that no limit is reached: limits have tests of their own.
    limits.advance(by: .seconds(2))
    house.clock.advance(by: 1)
    var headers: HTTPFields = [
      .cookie: "lifesignal=\(visit.token)", .authorization: "Bearer \(visit.token)",
    ]
    if let site = HTTPField.Name("Sec-Fetch-Site") { headers[site] = "same-origin" }
    if json != nil { headers[.contentType] = "application/json" }
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    for (name, value) in more { headers[name] = value }
    let body = json ?? form
    let said = more.map { "\($0.0): \($0.1)" }.joined(separator: " ")
    if isTraced { print("\(method) \(path.prefix(300)) \(said) \(body?.prefix(600) ?? "")") }
    let answer = try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
    seen.withLock { seen in
      seen.count += 1
      if answer.status == .internalServerError {
        seen.faults.append("\(method) \(path.prefix(200)) \(said) \(body?.prefix(300) ?? "")")
      }
    }
    return answer
  }

  /// - Parameter path: without a query.
  @discardableResult
  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ visit: Visit, saying words: Words
  ) async throws -> TestResponse {
    let query = HostileForm.urlEncoded(words.queries)
    let target = query.isEmpty ? path : "\(path)?\(query)"
    guard path.hasPrefix("/callbacks/") else {
      return try await ask(
        method, target, visit, json: [.post, .put, .patch].contains(method) ? "{}" : nil,
        headers: words.headers)
    }
    let form = HostileForm.urlEncoded(words.fields)
    guard let name = HTTPField.Name("X-Twilio-Signature") else { throw UnexpectedOutcome() }
    return try await ask(
      method, target, visit, form: form,
      headers: [(name, Self.signature(target, form))] + words.headers)
  }

  /// As the carrier signs.
  private static func signature(_ target: String, _ form: String) -> String {
    let text = origin + target + (CallbackForm(form.utf8)?.signed ?? "")
    let key = SymmetricKey(data: Data(secret.utf8))
    let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(text.utf8), using: key)
    return Data(code).base64EncodedString()
  }

  /// Which names are looked for meanwhile, in queries, headers and forms of the carrier.
  func names(_ work: () async throws -> some Any) async throws -> Set<ForeignName> {
    let names = Mutex<Set<ForeignName>>([])
    try await ForeignForm.$nameListener.withValue({ name in
      names.withLock { _ = $0.insert(name) }
    }) { _ = try await work() }
    return names.withLock { $0 }
  }

  /// What is read of the bodies meanwhile.
  func types(_ work: () async throws -> some Any) async throws -> [any Decodable.Type] {
    let types = Mutex<[Read]>([])
    try await ForeignForm.$listener.withValue({ type in
      let read = Read(type)
      types.withLock { known in
        if !known.contains(where: { $0.type == read.type }) { known.append(read) }
      }
    }) { _ = try await work() }
    return types.withLock { $0 }.map(\.type)
  }
}

/// Lets a stream end where it begins: all that a request says has been read by then.
private struct Endings: HTTPResponder {
  let router: RouterResponder<WebContext>

  func respond(to request: Request, context: WebContext) async throws -> Response {
    var response = try await router.respond(to: request, context: context)
    if response.headers[.contentType]?.hasPrefix("text/event-stream") == true {
      response.body = ResponseBody()
    }
    return response
  }
}
