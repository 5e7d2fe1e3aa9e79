import Foundation
import LifeSignalTestSupport
import NIOHTTP1

/// One person's command line: the real binary with a home of its own.
struct CommandLineUser: Sendable {
  struct Answer {
    var status: Int32
    var output: String
    var errors: String
  }

  let home: URL
  let server: String
  private let port: Int

  init(port: Int) throws {
    self.port = port
    server = "http://127.0.0.1:\(port)"
    home = try TemporaryFolder.make()
  }

  var credentials: URL { home.appending(path: "lifesignal/credentials.json") }

  /// Runs a command to its end.
  /// - Parameter input: is asked for once the process runs; what the person types.
  func run(
    _ arguments: [String], environment: [String: String] = [:],
    input: () async throws -> String = { "" }
  ) async throws -> Answer {
    let process = Process()
    process.executableURL = ServerProcess.binary
    process.arguments = arguments
    process.environment = ["XDG_CONFIG_HOME": home.path, "HOME": home.path, "TZ": "UTC"]
      .merging(environment) { $1 }
    let (typed, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = typed
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Who ends without reading what was typed must not end the tests too.
    signal(SIGPIPE, SIG_IGN)
    try? typed.fileHandleForWriting.write(contentsOf: Data(try await input().utf8))
    try typed.fileHandleForWriting.close()
    // A few lines each: neither fills its pipe while the other is read.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }

  /// Signs in with the code that the server sends.
  func signIn(_ number: String, at process: ServerProcess) async throws -> Answer {
    let count = process.codes.count
    return try await run(["login", "--server", server, "--phone", number]) {
      try await process.code(after: count) + "\n"
    }
  }

  private struct Stored: Decodable {
    struct Credential: Decodable {
      var token: String
      var person: String
    }

    var credential: Credential
  }

  private func credential() throws -> Stored.Credential {
    let file = try Data(contentsOf: credentials)
    return try JSONDecoder().decode(Stored.self, from: file).credential
  }

  /// Makes check-in codes whose duress group contacts `responder`, and uses one of that group.
  func raiseDuressAlert(contacting responder: CommandLineUser) async throws {
    struct Sheet: Decodable {
      var groups: [[String]]
      var silentGroup: Int
    }
    let browser = Browser(port: port)
    let json = ("Content-Type", "application/json")
    let sheet = try await browser.request(
      .POST, "/api/v1/check-in-codes",
      headers: [json, ("Authorization", "Bearer \(try credential().token)")],
      body: #"{"told": ["\#(try responder.credential().person)"]}"#)
    guard sheet.status == 200 else { throw Browser.Unexpected(status: sheet.status) }
    let codes = try JSONDecoder().decode(Sheet.self, from: Data(sheet.body.utf8))
    let used = try await browser.request(
      .POST, "/api/v1/code", headers: [json],
      body: #"{"code": "\#(codes.groups[codes.silentGroup][0])"}"#)
    guard used.status == 204 else { throw Browser.Unexpected(status: used.status) }
  }
}
