import Foundation
import LifeSignalTestSupport
import Testing

/// `lifesignal watch`, where there is no terminal: a line for each change.
@Suite(.timeLimit(.minutes(2)), .temporaryFolder) struct `The command line that watches` {
  @Test func `hears of an alert, and ends cleanly when it is asked to`() async throws {
    let folder = try TemporaryFolder.make()
    let server = try await ServerProcess.start(database: folder.appending(path: "n.sqlite"))
    let (margaret, oskar) = (
      try CommandLineUser(port: server.port), try CommandLineUser(port: server.port)
    )
    _ = try await margaret.signIn(ServerProcess.margaret, at: server)
    _ = try await oskar.signIn(ServerProcess.oskar, at: server)

    let process = Process()
    process.executableURL = ServerProcess.binary
    process.arguments = ["watch"]
    process.environment = ["XDG_CONFIG_HOME": oskar.home.path, "HOME": oskar.home.path]
    let output = ProcessOutput(of: process)
    try process.run()
    _ = try await output.line { $0.hasPrefix("Margaret") }
    #expect(try await margaret.run(["alert", "on", "--yes"]).status == 0)
    _ = try await output.line { $0.hasPrefix("Margaret") && $0.hasSuffix("needs help") }
    #expect(!output.lines.contains { $0.contains("\u{1B}") }, "no terminal, no commands to one")

    kill(process.processIdentifier, SIGINT)
    await output.end()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    await server.kill()
  }
}
