import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import NIOCore
import Synchronization
import Testing

@Suite struct `Moving the demo clock` {
  private func post(
    _ body: String, _ setup: TestingSetup, headers: HTTPFields = [:]
  ) async throws -> (status: HTTPResponse.Status, moved: Duration) {
    let moved = Mutex(Duration.zero)
    let router = Router(context: WebContext.self)
    DemoRoutes { step in
      moved.withLock { $0 += step }
      return Date(timeIntervalSince1970: 1)
    }.add(to: router)
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    let status = try await application.test(setup) { client in
      try await client.execute(
        uri: "/demo/advance", method: .post, headers: headers, body: ByteBuffer(string: body)
      ).status
    }
    return (status, moved.withLock { $0 })
  }

  @Test func `a caller on this machine moves it`() async throws {
    let (status, moved) = try await post(#"{"seconds": 90}"#, .live)
    #expect(status == .ok)
    #expect(moved == .seconds(90))
  }

  @Test func `for other callers the address does not exist`() async throws {
    #expect(try await post(#"{"seconds": 90}"#, .router) == (.notFound, .zero))
    let proxied: HTTPFields = [HTTPField.Name("X-Forwarded-For")!: "192.0.2.1"]
    #expect(try await post(#"{"seconds": 90}"#, .live, headers: proxied) == (.notFound, .zero))
  }

  @Test(arguments: [#"{"seconds": -1}"#, #"{"seconds": 1e9}"#, "{}", ""])
  func `only a step forward of bounded size is taken`(body: String) async throws {
    #expect(try await post(body, .live) == (.badRequest, .zero))
  }
}
