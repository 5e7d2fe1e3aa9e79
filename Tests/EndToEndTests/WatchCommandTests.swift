import Foundation
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

/// `lifesignal watch`, where there is no terminal: a line for each change.
@Suite(.timeLimit(.minutes(2)), .temporaryFolder) struct `The command line that watches` {
  /// Both are signed in; whatever happens, the server is gone afterwards.
  private func withBoth(
    _ body: (_ margaret: CommandLineUser, _ oskar: CommandLineUser) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder.make()
    let server = try await ServerProcess.start(database: folder.appending(path: "n.sqlite"))
    let (margaret, oskar) = (
      try CommandLineUser(port: server.port), try CommandLineUser(port: server.port)
    )
    do {
      _ = try await margaret.signIn(ServerProcess.margaret, at: server)
      _ = try await oskar.signIn(ServerProcess.oskar, at: server)
      try await body(margaret, oskar)
    } catch {
      await server.kill()
      throw error
    }
    await server.kill()
  }

  /// What `user` is shown while `body` runs; then the watch is asked to stop, which it does cleanly.
  private func watching(
    _ user: CommandLineUser, _ body: (ProcessOutput) async throws -> Void
  ) async throws {
    let process = Process()
    process.executableURL = ServerProcess.binary
    process.arguments = ["watch"]
    process.environment = ["XDG_CONFIG_HOME": user.home.path, "HOME": user.home.path]
    let output = ProcessOutput(of: process)
    try process.run()
    do {
      try await body(output)
    } catch {
      process.terminate()
      throw error
    }
    #expect(!output.lines.contains { $0.contains("\u{1B}") }, "no terminal, no commands to one")
    kill(process.processIdentifier, SIGINT)
    await output.end()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func `hears of an alert, and ends cleanly when it is asked to`() async throws {
    try await withBoth { margaret, oskar in
      try await watching(oskar) { output in
        _ = try await output.line { $0.hasPrefix("Margaret") }
        #expect(try await margaret.run(["alert", "on", "--yes"]).status == 0)
        _ = try await output.line { $0.hasPrefix("Margaret") && $0.hasSuffix("needs help") }
      }
    }
  }

  @Test func `hears who asks, and that they no longer wait when they are answered`() async throws {
    try await withBoth { margaret, oskar in
      // He looks after her: only a responder may ask.
      try await watching(margaret) { output in
        _ = try await output.line { $0.hasPrefix("You:") }
        let ping = try await oskar.run(["ping", "margaret"])
        #expect(ping.status == 0, "\(ping.errors)")
        _ = try await output.line { $0.hasPrefix("Oskar") && $0.contains("asks whether") }
        let answer = try await margaret.run(["respond", "oskar"])
        #expect(answer.status == 0, "\(answer.errors)")
        _ = try await output.line { $0.hasPrefix("Oskar") && $0.contains("no longer waits") }
      }
    }
  }
}
