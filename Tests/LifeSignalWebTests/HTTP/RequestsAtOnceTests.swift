import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalAPI
import NIOCore
import Synchronization
import Testing

@testable import LifeSignalWeb

@Suite struct `Requests of one address at once` {
  private static func request(_ ask: (HTTPRequest.Method, String)) -> Request {
    Request(
      head: HTTPRequest(method: ask.0, scheme: "http", authority: "localhost", path: ask.1),
      body: RequestBody(buffer: ByteBuffer()))
  }

  /// What the others are answered while one request takes the only lane of its kind.
  private func statuses(
    of others: [(HTTPRequest.Method, String)], while busy: (HTTPRequest.Method, String)
  ) async throws -> [HTTPResponse.Status] {
    let statuses = Mutex<[HTTPResponse.Status]>([])
    let limit = RequestsAtOnce(most: 1, isBehindProxy: false)
    let router = Router(context: WebContext.self)
    router.get("/") { _, context -> Response in
      try await limit.handle(Self.request(busy), context: context) { _, context in
        for other in others {
          let status: HTTPResponse.Status
          do {
            status = try await limit.handle(Self.request(other), context: context) { _, _ in
              Response(status: .ok)
            }.status
          } catch let refusal as HTTPError {
            status = refusal.status
          }
          statuses.withLock { $0.append(status) }
        }
        return Response(status: .ok)
      }
    }
    _ = try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/", method: .get)
    }
    return statuses.withLock { $0 }
  }

  private let vital: [(HTTPRequest.Method, String)] = [
    (.post, "/check-in"), (.post, "/alert"), (.get, "/ping/1"), (.post, "/ping/1/fail"),
    (.post, "/code"), (.post, "/callbacks/sms/reply"), (.post, "/api/v1/check-ins"),
    (.post, "/api/v1/alert"), (.delete, "/api/v1/alert"), (.post, "/api/v1/pings/7/respond"),
    (.put, "/api/v1/alarms/7/holder"),
  ]

  @Test func `that come slowly take no lane of a check-in or an alert`() async throws {
    let statuses = try await statuses(of: vital, while: (.post, "/event"))
    #expect(statuses == vital.map { _ in .ok })
  }

  @Test func `of all other kinds share their lanes`() async throws {
    let others: [(HTTPRequest.Method, String)] = [
      (.get, "/"), (.post, "/picture"), (.get, "/api/v1/check-ins"), (.get, "/api/v1/alert"),
      (.put, "/api/v1/alarms/7"), (.post, "/api/v1/pings"),
    ]
    let statuses = try await statuses(of: others, while: (.post, "/event"))
    #expect(statuses == others.map { _ in .tooManyRequests })
  }

  @Test func `are limited in each vital kind too, and none holds up another`() async throws {
    for busy in vital where busy.1 != "/ping/1/fail" {
      let statuses = try await statuses(of: vital, while: busy)
      #expect(statuses.count == vital.count)
      for (other, status) in zip(vital, statuses) {
        let isSame =
          other == busy || (busy.1.hasPrefix("/ping/") && other.1.hasPrefix("/ping/"))
        #expect((status == .tooManyRequests) == isSame, "\(other) while \(busy)")
      }
    }
  }

  @Test func `have a lane for every route of the API that is vital`() {
    let routes = APITable.all.filter(\.isVital)
    #expect(routes.count > 5)
    for route in routes {
      let path = route.fullPath.replacing("{id}", with: "7")
      #expect(RequestLane(of: Self.request((route.method, path))) == .api(route.name))
    }
  }
}
