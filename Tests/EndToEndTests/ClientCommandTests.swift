import Foundation
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

/// The app on a command line, against a real server.
@Suite(.timeLimit(.minutes(2)), .temporaryFolder) struct `The command line of a person` {
  private func withServer(
    _ body: (ServerProcess, CommandLineUser) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder.make()
    let server = try await ServerProcess.start(database: folder.appending(path: "n.sqlite"))
    let user = try CommandLineUser(port: server.port)
    do {
      try await body(server, user)
    } catch {
      await server.kill()
      throw error
    }
    if server.isRunning { await server.kill() }
  }

  @Test func `signs in, does what the app does, and signs out`() async throws {
    try await withServer { server, oskar in
      let login = try await oskar.signIn(ServerProcess.oskar, at: server)
      #expect(login.status == 0, "\(login.errors)")
      #expect(login.output == "Signed in to \(oskar.server).\n")
      let mode = try FileManager.default.attributesOfItem(atPath: oskar.credentials.path)
      #expect(mode[.posixPermissions] as? Int == 0o600)

      let status = try await oskar.run(["status"])
      #expect(status.status == 0 && status.output.contains("State"), "\(status.errors)")
      let checkIn = try await oskar.run(["check-in", "--json"])
      #expect(checkIn.status == 0 && checkIn.output.hasPrefix(#"{"at":""#), "\(checkIn.errors)")

      let dependents = try await oskar.run(["dependents"])
      #expect(dependents.output.contains("Margaret"), "\(dependents.output)")
      let ping = try await oskar.run(["ping", "margaret"])
      #expect(ping.status == 0 && ping.output.hasPrefix("Asked Margaret"), "\(ping.errors)")
      // Within a minute the same question is one question.
      let again = try await oskar.run(["ping", "margaret"])
      #expect(again.status == 0 && again.output == ping.output, "\(again.errors)")
      let nobody = try await oskar.run(["ping", "nobody at all"])
      #expect(nobody.status == 1 && nobody.output.isEmpty)
      #expect(nobody.errors.hasPrefix("lifesignal: "))

      let export = oskar.home.appending(path: "mine.json")
      #expect(try await oskar.run(["export", export.path]).status == 0)
      #expect(try String(contentsOf: export, encoding: .utf8).contains("\"profile\""))

      #expect(try await oskar.run(["logout"]).status == 0)
      #expect(!FileManager.default.fileExists(atPath: oskar.credentials.path))
      #expect(try await oskar.run(["status", "--server", oskar.server]).status == 3)
    }
  }

  @Test func `an alert is raised only after yes`() async throws {
    try await withServer { server, margaret in
      _ = try await margaret.signIn(ServerProcess.margaret, at: server)
      let silent = try await margaret.run(["alert", "on"])
      #expect(silent.status == 2 && silent.output.isEmpty)
      #expect(try await margaret.run(["alert", "on"]) { "n\n" }.status == 2)
      #expect(try await margaret.run(["status"]).output.contains("alert on") == false)
      #expect(try await margaret.run(["alert", "on"]) { "y\n" }.status == 0)
      #expect(try await margaret.run(["status"]).output.contains("alert on"))
      #expect(try await margaret.run(["alert", "off", "--yes"]).status == 0)
      #expect(try await margaret.run(["status"]).output.contains("alert on") == false)
    }
  }

  @Test func `a duress alert shows its warning, and a ping into it needs a flag`() async throws {
    try await withServer { server, margaret in
      let oskar = try CommandLineUser(port: server.port)
      _ = try await margaret.signIn(ServerProcess.margaret, at: server)
      _ = try await oskar.signIn(ServerProcess.oskar, at: server)
      try await margaret.raiseDuressAlert(contacting: oskar)
      try await server.until { server in
        !server.lines { $0.contains("DURESS ALERT: Margaret") }.isEmpty
      }
      let dependents = try await oskar.run(["dependents"]).output
      #expect(dependents.contains("secretly asks for help"), "\(dependents)")
      #expect(dependents.contains("Don’t call, text or ping Margaret"), "\(dependents)")
      let refused = try await oskar.run(["ping", "margaret"])
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errors.contains("--even-under-duress"), "\(refused.errors)")
      #expect(try await margaret.run(["status"]).output.contains("no one"), "no ping was sent")
      let ping = try await oskar.run(["ping", "margaret", "--even-under-duress"])
      #expect(ping.status == 0 && ping.output.hasPrefix("Asked Margaret"), "\(ping.errors)")
    }
  }

  @Test func `a person answers a ping`() async throws {
    try await withServer { server, margaret in
      let oskar = try CommandLineUser(port: server.port)
      _ = try await margaret.signIn(ServerProcess.margaret, at: server)
      _ = try await oskar.signIn(ServerProcess.oskar, at: server)
      _ = try await oskar.run(["ping", "margaret"])
      #expect(try await margaret.run(["status"]).output.contains("Oskar"))
      #expect(try await margaret.run(["respond", "nobody of this name"]).status != 0)
      #expect(try await margaret.run(["status"]).output.contains("Oskar"))
      #expect(try await margaret.run(["respond", "oskar"]).output.contains("Answered Oskar"))
      #expect(try await margaret.run(["status"]).output.contains("no one"))
    }
  }

  @Test func `a token goes to no other server`() async throws {
    try await withServer { server, margaret in
      _ = try await margaret.signIn(ServerProcess.margaret, at: server)
      let other = try await margaret.run(["status", "--server", "https://lifesignal.invalid"])
      #expect(other.status == 3, "\(other.errors)")
      #expect(FileManager.default.fileExists(atPath: margaret.credentials.path))
    }
  }

  @Test func `without a server it says so, and keeps who is signed in`() async throws {
    try await withServer { server, margaret in
      _ = try await margaret.signIn(ServerProcess.margaret, at: server)
      await server.kill()
      let status = try await margaret.run(["status"])
      #expect(status.status == 4 && status.errors == "lifesignal: The server cannot be reached.\n")
      #expect(FileManager.default.fileExists(atPath: margaret.credentials.path))
    }
  }

  @Test(arguments: [
    ["status"], ["check-in", "--server", "http://lifesignal.example"], ["alert", "maybe"],
    ["ping"], ["nonsense"], ["login", "--server", "nowhere"],
  ])
  func `an unknown command ends with 2, on standard error`(
    arguments: [String]
  ) async throws {
    let user = try CommandLineUser(port: 1)
    let answer = try await user.run(arguments)
    #expect(answer.status == 2, "\(answer.output)\(answer.errors)")
    #expect(answer.output.isEmpty && !answer.errors.isEmpty)
  }

  @Test(arguments: ["lsp_", "", "lsp_000000000000000000000000000000000000000000000000x"])
  func `a malformed access token is not tried`(text: String) async throws {
    let user = try CommandLineUser(port: 1)
    let answer = try await user.run(["login", "--token", "--server", user.server]) { text + "\n" }
    #expect(answer.status == 2 && answer.errors.contains("no access token"))
  }

  @Test func `an unknown token is not kept`() async throws {
    try await withServer { _, user in
      let zeros = "lsp_00000000000000000000000000000000000000000002CZclj"
      let login = try await user.run(["login", "--token", "--server", user.server]) {
        zeros + "\n"
      }
      #expect(login.status == 3)
      #expect(!FileManager.default.fileExists(atPath: user.credentials.path))
      let script = try await user.run(
        ["check-in", "--server", user.server], environment: ["LIFESIGNAL_TOKEN": zeros])
      #expect(script.status == 3)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are written for a shell`(shell: String) async throws {
    let user = try CommandLineUser(port: 1)
    let answer = try await user.run(["--generate-completion-script", shell])
    #expect(answer.status == 0 && answer.output.contains("check-in"))
  }
}
