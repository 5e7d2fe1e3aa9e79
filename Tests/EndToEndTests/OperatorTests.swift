import Foundation
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

/// What an operator asks of a real server's database, beside the running server.
@Suite(.timeLimit(.minutes(2)), .temporaryFolder) struct `The operator's commands` {
  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = ServerProcess.binary
    process.arguments = arguments
    process.environment = [:]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func `work beside a server that runs`() async throws {
    let folder = try TemporaryFolder.make()
    let database = folder.appending(path: "network.sqlite")
    let server = try await ServerProcess.start(database: database)

    // The loops' turns are noted with the next beat, a second from now at most.
    var (status, output) = try run(["status", "--database", database.path])
    while status != 0, server.isRunning {
      (status, output) = try run(["status", "--database", database.path])
    }
    #expect(status == 0, "\(output)")
    #expect(output.contains("loop.auditor 0 s ago") || output.contains("loop.auditor 1 s ago"))
    #expect(output.contains("findings 0\n"))

    let letters = try run(["dead-letters", "--database", database.path])
    #expect(letters.status == 0 && letters.output == "There are no dead letters.\n")
    let retry = try run(["dead-letters", "--database", database.path, "--retry", "5"])
    #expect(retry.status == 78 && retry.output.contains("No message of this number"))
    let key = try run(["webhook-key", "--database", database.path, "https://example.com/"])
    #expect(key.status == 0 && key.output.count == 65)
    #expect(
      try run(["webhook-key", "--database", database.path, "https://example.com/"]).output
        == key.output)

    for path in ["/health/live", "/health/ready", "/metrics"] {
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
      let answer = try String(contentsOf: url, encoding: .utf8)
      #expect(answer.contains("auditor"), "\(answer)")
    }

    await server.kill()
  }

  @Test func `copy the database of a server that runs, and put it back when it is gone`()
    async throws
  {
    let folder = try TemporaryFolder.make()
    let database = folder.appending(path: "network.sqlite")
    let server = try await ServerProcess.start(database: database)
    let place = ["--database", database.path]
    let copy = folder.appending(path: "copy.sqlite").path

    let backup = try run(["backup", copy] + place)
    #expect(backup.status == 0 && backup.output.contains("3 people"), "\(backup.output)")
    let again = try run(["backup", copy] + place)
    #expect(again.status == 78 && again.output.contains("--force"), "\(again.output)")
    let refused = try run(["restore", copy] + place)
    #expect(refused.status == 78 && refused.output.contains("Stop it first"), "\(refused.output)")
    let plan = try run(["migrate", "--check"] + place)
    #expect(plan.status == 0 && plan.output.contains("nothing to do"), "\(plan.output)")

    // The lock went with the process.
    await server.kill()
    let restored = try run(["restore", copy] + place)
    #expect(restored.status == 0, "\(restored.output)")
    let next = try await ServerProcess.start(database: database)
    await next.kill()
  }

  @Test func `a second server on the same database refuses with a sentence and 78`() async throws {
    let database = try TemporaryFolder.make().appending(path: "network.sqlite")
    let server = try await ServerProcess.start(database: database)
    let second = try run(["serve", "--demo", "--port", "0", "--database", database.path])
    #expect(second.status == 78)
    #expect(second.output.contains("Another server runs on this database."), "\(second.output)")
    await server.kill()
    // What a killed server held is free at once.
    let next = try await ServerProcess.start(database: database)
    await next.kill()
  }

  @Test func `examine a server that runs`() async throws {
    let folder = try TemporaryFolder.make()
    let database = folder.appending(path: "network.sqlite")
    let server = try await ServerProcess.start(database: database)
    let options = ["--demo", "--port", "\(server.port)", "--database", database.path]
    let report = try run(["doctor"] + options)
    #expect(report.output.contains("is our server's"), "\(report.output)")
    #expect(report.output.contains("WAL, and a commit waits for the disk"), "\(report.output)")
    let json = try run(["doctor", "--json"] + options)
    #expect(json.output.contains("\"name\" : \"database.integrity\""), "\(json.output)")
    await server.kill()
    #expect(try run(["doctor", "--port", "eighty"]).status == 2)
  }

  @Test(arguments: [
    ["status"], ["dead-letters"], ["webhook-key", "https://example.com/"], ["server", "status"],
    ["server", "dead-letters"], ["server", "webhook-key", "https://example.com/"],
  ])
  func `create no missing database`(arguments: [String]) throws {
    let path = try TemporaryFolder.make().appending(path: "none.sqlite").path
    let (status, output) = try run(arguments + ["--database", path])
    #expect(status == 78 && output.contains("There is no database"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `refuse what is no database of ours`() throws {
    let file = try TemporaryFolder.make().appending(path: "other.sqlite")
    try Data().write(to: file)
    let (status, output) = try run(["status", "--database", file.path])
    #expect(status == 78 && output.contains("schema 0"), "\(output)")
  }
}
