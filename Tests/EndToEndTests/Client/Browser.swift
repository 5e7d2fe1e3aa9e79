import Foundation
import NIOHTTP1
import Synchronization

/// A browser without a screen: it keeps its cookie, posts what a person does, and follows the
/// stream as the script in the page would.
final class Browser: Sendable {
  private struct State {
    var cookie: String?
    var page = Page(html: "")
    var frame = "0.0"
    var follower: Task<Void, Never>?
    var waiting: [UInt64: @Sendable (Page?) -> Bool] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Mutex(State())
  private let connection: Mutex<HTTPConnection>

  init(port: Int) {
    connection = Mutex(HTTPConnection(port: port))
  }

  deinit {
    state.withLock { $0.follower }?.cancel()
  }

  var page: Page { state.withLock { $0.page } }

  /// Goes on with a server that was started again.
  func reconnect(port: Int) { connection.withLock { $0 = HTTPConnection(port: port) } }

  // MARK: What a person does

  /// Loads the document and follows its stream from then on.
  func open() async throws {
    let answer = try await request(.GET, "/")
    guard answer.status == 200 else { throw Unexpected(status: answer.status) }
    state.withLock { state in
      state.page = Page(html: answer.body)
      state.frame = answer.body.firstMatch(of: /data-frame="([^"]+)"/).map { String($0.1) } ?? ""
    }
    startFollowing()
  }

  func tap(_ id: String) async throws { try await send(id, "click") }
  func hold(_ id: String) async throws { try await send(id, "hold") }
  func submit(_ id: String) async throws { try await send(id, "submit", #", "fields": {}"#) }

  func type(_ text: String, into id: String) async throws {
    try await send(id, "input", #", "value": "\#(text)""#)
  }

  func signIn(_ number: String, on server: ServerProcess) async throws {
    try await open()
    let before = server.codes.count
    try await type(number, into: "phone-number")
    try await submit("phone-form")
    _ = try await shown { $0.has("code-form") }
    let code = try await server.code(after: before)
    try await type(code, into: "verification-code")
    try await submit("code-form")
    _ = try await shown { $0.has("tab-check-in") }
  }

  /// Posts one event, as the page's script does.
  @discardableResult
  func send(_ target: String, _ name: String, _ more: String = "") async throws -> Int {
    let body =
      #"{"id": "\#(UUID())", "target": "\#(target)", "name": "\#(name)", "down": false\#(more)}"#
    let answer = try await request(
      .POST, "/event", headers: [("Content-Type", "application/json")], body: body)
    if answer.status == 200 { receive(answer.body) }
    guard [200, 204].contains(answer.status) else { throw Unexpected(status: answer.status) }
    return answer.status
  }

  struct Unexpected: Error { var status: Int }

  // MARK: What the page shows

  /// The page was not shown in time; carries what was shown instead.
  struct NotShown: Error { var text: String }

  /// The first page that satisfies the condition, now or within the limit.
  func shown(
    within limit: Duration = .seconds(10), _ condition: @escaping @Sendable (Page) -> Bool
  ) async throws -> Page {
    let timer = Task { [weak self] in
      try await Task.sleep(for: limit)
      self?.tell(nil)
    }
    defer { timer.cancel() }
    let found: Page? = await withCheckedContinuation { continuation in
      let now: Page? = state.withLock { state in
        if condition(state.page) { return state.page }
        state.nextID += 1
        state.waiting[state.nextID] = { page in
          if let page, !condition(page) { return false }
          continuation.resume(returning: page)
          return true
        }
        return nil
      }
      if let now { continuation.resume(returning: now) }
    }
    guard let found else { throw NotShown(text: page.text) }
    return found
  }

  private func receive(_ text: String) {
    guard let end = text.firstIndex(of: "\n"), let tag = text[..<end].split(separator: " ").first
    else { return }
    let page = Page(html: String(text[text.index(after: end)...]))
    state.withLock { state in
      state.page = page
      state.frame = String(tag)
    }
    tell(page)
  }

  private func tell(_ page: Page?) {
    state.withLock { state in
      state.waiting = state.waiting.filter { !$0.value(page) }
    }
  }

  // MARK: The stream

  private func startFollowing() {
    let follower = Task { [weak self] in
      while !Task.isCancelled {
        guard let next = self?.follow() else { return }
        await next()
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
    state.withLock { state in
      state.follower?.cancel()
      state.follower = follower
    }
  }

  /// One connection of the stream; holds the browser only while a frame is taken.
  private func follow() -> @Sendable () async -> Void {
    let (headers, frame) = state.withLock { (Self.headers($0.cookie), $0.frame) }
    let connection = connection.withLock { $0 }
    let hear: @Sendable (Substring) -> Void = { [weak self] event in self?.hear(event) }
    return {
      try? await connection.send(.GET, "/live?after=\(frame)", headers: headers) { _, pieces in
        var buffer = ""
        while let piece = try await pieces.next() {
          buffer += piece
          while let end = buffer.firstRange(of: "\n\n") {
            hear(buffer[..<end.lowerBound])
            buffer = String(buffer[end.upperBound...])
          }
        }
      }
    }
  }

  /// One server-sent event: the data of a message is a frame, beats are only signs of life.
  private func hear(_ event: Substring) {
    let lines = event.split(separator: "\n", omittingEmptySubsequences: false)
    guard !lines.contains("event: beat") else { return }
    let data = lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }
    if !data.isEmpty { receive(data.joined(separator: "\n")) }
  }

  // MARK: Requests

  struct Answer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: String
  }

  /// One request with the browser's cookie, from its own page.
  func request(
    _ method: HTTPMethod, _ path: String, headers: [(String, String)] = [], body: String? = nil
  ) async throws -> Answer {
    let all = state.withLock { Self.headers($0.cookie) } + headers
    let connection = connection.withLock { $0 }
    let answer = try await connection.send(method, path, headers: all, body: body) {
      head, pieces in
      var text = ""
      while let piece = try await pieces.next() { text += piece }
      return Answer(status: head.status, headers: head.headers, body: text)
    }
    if let cookie = answer.headers.first(name: "Set-Cookie") {
      state.withLock { $0.cookie = String(cookie.prefix { $0 != ";" }) }
    }
    return answer
  }

  private static func headers(_ cookie: String?) -> [(String, String)] {
    [("Sec-Fetch-Site", "same-origin")] + (cookie.map { [("Cookie", $0)] } ?? [])
  }
}
