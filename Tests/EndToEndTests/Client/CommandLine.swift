import Foundation
import LifeSignalTestSupport

/// One person's command line: the real binary with a home of its own.
struct CommandLineUser: Sendable {
  struct Answer {
    var status: Int32
    var output: String
    var errors: String
  }

  let home: URL
  let server: String

  init(port: Int) throws {
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
}
