import Composable
import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalWeb
import Logging
import NIOCore

/// The whole web room on a test house, and a browser's view of it without a socket.
struct TestWeb: Sendable {
  typealias Answer = TestResponse

  let house: TestHouse
  let room: WebRoom
  let application: Application<RouterResponder<WebContext>>
  let limits = TestInstants()

  /// - Parameter house: given to start a second server on what the first has stored.
  init(overTLS: Bool = false, house: TestHouse? = nil, pushKey: String? = nil) throws {
    let house = try house ?? TestHouse()
    self.house = house
    room = try WebRoom(
      engine: house.engine, settings: WebRoom.Settings(isReachedOverTLS: overTLS, pushKey: pushKey),
      readiness: { .ready }, now: limits.now)
    application = Application(
      router: room.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// One request of our own page with this cookie.
  func request(
    _ method: HTTPRequest.Method, _ path: String, cookie: String? = nil, body: String? = nil,
    headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    var all: HTTPFields = [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"]
    if let cookie { all[.cookie] = cookie }
    all.append(contentsOf: headers)
    return try await application.test(.router) { [all] client in
      try await client.execute(
        uri: path, method: method, headers: all, body: body.map { ByteBuffer(string: $0) })
    }
  }

  /// Posts an event, as the page's script does.
  func event(
    _ target: String, _ name: String, _ more: String = "", cookie: String?, id: UUID = UUID(),
    language: String? = nil
  ) async throws -> TestResponse {
    try await request(
      .post, "/event", cookie: cookie,
      body: #"{"id": "\#(id)", "target": "\#(target)", "name": "\#(name)"\#(more)}"#,
      headers: language.map { [.acceptLanguage: $0] } ?? [:])
  }

  /// The cookie of a browser that has just come.
  func visitor() async throws -> String {
    guard let cookie = cookie(of: try await request(.get, "/")) else { throw UnknownCookie() }
    return cookie
  }

  /// Name and value of the cookie an answer sets.
  func cookie(of response: TestResponse) -> String? {
    response.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
  }

  /// The live page behind a cookie.
  func page(of cookie: String) async throws -> LivePage {
    try await room.pages.page(of: session(of: cookie))
  }

  func session(of cookie: String) async throws -> BrowserSession {
    let text = cookie.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
    guard let token = SessionToken(text: text),
      let session = try await room.visits.sessions.find(token)
    else { throw UnknownCookie() }
    return session
  }

  struct UnknownCookie: Error {}

  /// Types the number and the code as a person would.
  /// - Returns: the answer to the code.
  func signIn(
    _ number: String = "212-555-0101", cookie: String, code: String? = nil,
    language: String? = nil
  ) async throws -> TestResponse {
    _ = try await event("phone-number", "input", #", "value": "\#(number)""#, cookie: cookie)
    _ = try await event(
      "phone-form", "submit", #", "fields": {}"#, cookie: cookie, language: language)
    for await isSent in try await page(of: cookie).store.changes(of: \.auth.isVerificationCodeSent)
    where isSent { break }
    _ = try await event(
      "verification-code", "input", #", "value": "\#(code ?? house.courier.code)""#,
      cookie: cookie)
    return try await event(
      "code-form", "submit", #", "fields": {}"#, cookie: cookie, language: language)
  }
}
