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

  /// A member's browser and program.
  struct Visit: Sendable {
    var token: String
  }

  /// Types are constants.
  private struct Read: @unchecked Sendable {
    let type: any Decodable.Type

    init(_ type: any Decodable.Type) { self.type = type }
  }

  private let house: TestHouse
  private let limits = TestInstants()
  private let application: Application<RouterResponder<WebContext>>
  let routes: [Route]
  private let seen = Mutex((count: 0, faults: [String]()))
  private let isTraced = ProcessInfo.processInfo.environment["LIFESIGNAL_HOSTILE"] != nil

  init() throws {
    let house = try TestHouse()
    self.house = house
    let room = try WebRoom(
      engine: house.engine,
      settings: WebRoom.Settings(
        isReachedOverTLS: false, pushKey: "key",
        carrier: .init(origin: "https://safe.example", secret: "secret")),
      readiness: { .ready },
      demo: DemoRoutes { step in
        house.clock.advance(by: TimeInterval(step.components.seconds))
        return house.clock.now
      }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: limits.now)
    let router = room.router()
    routes = router.routes.map { Route(method: $0.method, path: "\($0.path)") }
    application = Application(
      router: router,
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
    _ = try await house.member(phone)
    return Visit(token: try await house.browser(phone).1.text)
  }

  @discardableResult
  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ visit: Visit, json: String? = nil,
    form: String? = nil
  ) async throws -> TestResponse {
    // Moves time forward so that no limit is reached: limits have tests of their own.
    limits.advance(by: .seconds(2))
    var headers: HTTPFields = [
      .cookie: "lifesignal=\(visit.token)", .authorization: "Bearer \(visit.token)",
    ]
    if let site = HTTPField.Name("Sec-Fetch-Site") { headers[site] = "same-origin" }
    if json != nil { headers[.contentType] = "application/json" }
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    let body = json ?? form
    if isTraced { print("\(method) \(path.prefix(300)) \(body?.prefix(600) ?? "")") }
    let answer = try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
    seen.withLock { seen in
      seen.count += 1
      if answer.status == .internalServerError {
        seen.faults.append("\(method) \(path.prefix(200)) \(body?.prefix(300) ?? "")")
      }
    }
    return answer
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
