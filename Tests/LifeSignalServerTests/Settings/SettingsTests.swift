import Foundation
import LifeSignalModel
import LifeSignalServer
import Logging
import Testing

@Suite struct `Reading the settings` {
  private func read(
    _ environment: [String: String] = [:],
    _ change: (inout Settings.Arguments) -> Void = { _ in }
  ) async throws -> Settings {
    var arguments = Settings.Arguments()
    change(&arguments)
    return try await Settings.read(arguments: arguments, environment: environment)
  }

  private func withFile<R>(
    _ content: String, _ body: (String) async throws -> R
  ) async throws -> R {
    let file = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(content.utf8).write(to: file)
    return try await body(file.path)
  }

  @Test func `without any source the server listens on this machine only`() async throws {
    #expect(try await read() == Settings())
  }

  @Test func `arguments win over the environment, the environment over the file`() async throws {
    let json = #"{"http": {"port": 1, "behindProxy": true}, "log": {"level": "debug"}}"#
    try await withFile(json) { file in
      let environment = [
        "LIFESIGNAL_CONFIGURATION": file, "LIFESIGNAL_HTTP_PORT": "2",
        "LIFESIGNAL_LOG_LEVEL": "error",
      ]
      let settings = try await read(environment) { $0.port = 3 }
      #expect(settings.port == 3)
      #expect(settings.logLevel == .error)
      #expect(settings.isBehindProxy)
    }
  }

  @Test func `demo people get a file of their own`() async throws {
    #expect(try await read { $0.isDemo = true }.database == .sqlite(path: "lifesignal-demo.sqlite"))
    let named = try await read {
      $0.isDemo = true
      $0.database = "mine.sqlite"
    }
    #expect(named.database == .sqlite(path: "mine.sqlite"))
  }

  @Test func `strangers need an invitation, except in a demo`() async throws {
    #expect(try await read().registration == .invited)
    #expect(try await read { $0.isDemo = true }.registration == .open)
    let closed = ["LIFESIGNAL_REGISTRATION": "closed"]
    #expect(try await read(closed) { $0.isDemo = true }.registration == .closed)
    #expect(try await read(closed) { $0.registration = "open" }.registration == .open)
    let json = #"{"registration": "open"}"#
    let named = try await withFile(json) { try await read(["LIFESIGNAL_CONFIGURATION": $0]) }
    #expect(named.registration == .open)
  }

  @Test(arguments: [
    ["LIFESIGNAL_REGISTRATION": "anyone"],
    ["LIFESIGNAL_HTTP_PORT": "eighty"], ["LIFESIGNAL_HTTP_PORT": "65536"],
    ["LIFESIGNAL_HTTP_PORT": "-1"], ["LIFESIGNAL_LOG_LEVEL": "loud"],
    ["LIFESIGNAL_DEMO_ENABLED": "perhaps"], ["LIFESIGNAL_DATABASE_PATH": ""],
  ])
  func `a value of the wrong kind stops the start and is named`(
    environment: [String: String]
  ) async throws {
    let error = try await #require(throws: SettingsError.self) { _ = try await read(environment) }
    let key = try #require(environment.keys.first).dropFirst("LIFESIGNAL_".count).lowercased()
    #expect(error.description.hasPrefix(key.replacingOccurrences(of: "_", with: ".")))
  }

  @Test func `watching from outside is set by its keys`() async throws {
    let settings = try await read([
      "LIFESIGNAL_HEARTBEAT_URL": "https://hc.example/ping/1",
      "LIFESIGNAL_HEARTBEAT_CARRIERS": "https://hc.example/ping/2",
      "LIFESIGNAL_HEARTBEAT_INTERVAL": "30", "LIFESIGNAL_METRICS_TOKEN": "0123456789abcdef",
      "LIFESIGNAL_WEBHOOK_ALLOW_PRIVATE": "true",
    ])
    #expect(
      settings.watch
        == Settings.Watch(
          heartbeatURL: "https://hc.example/ping/1", carrierURL: "https://hc.example/ping/2",
          heartbeatInterval: 30,
          metricsToken: "0123456789abcdef"))
    #expect(settings.allowsPrivateWebhooks)
  }

  @Test(arguments: [
    ["LIFESIGNAL_HEARTBEAT_URL": "ftp://example.com/"],
    ["LIFESIGNAL_HEARTBEAT_CARRIERS": "nonsense"],
    ["LIFESIGNAL_HEARTBEAT_URL": "nonsense"], ["LIFESIGNAL_HEARTBEAT_INTERVAL": "0"],
    ["LIFESIGNAL_HEARTBEAT_INTERVAL": "often"], ["LIFESIGNAL_METRICS_TOKEN": "short"],
  ])
  func `invalid monitoring settings stop the start, without printing the secret`(
    environment: [String: String]
  ) async throws {
    let error = try await #require(throws: SettingsError.self) { _ = try await read(environment) }
    let (key, value) = try #require(environment.first)
    let name = key.dropFirst("LIFESIGNAL_".count).lowercased().replacing("_", with: ".")
    #expect(error.description.hasPrefix(name))
    #expect(!error.description.contains(value) || value == "0")
  }

  @Test(arguments: ["mailto:ops@lifesignal.example", "https://lifesignal.example/contact"])
  func `push services learn whom to ask`(contact: String) async throws {
    let settings = try await read([
      "LIFESIGNAL_PUSH_CONTACT": contact, "LIFESIGNAL_PUSH_ALLOW_PRIVATE": "true",
    ])
    #expect(settings.push == Settings.Push(contact: contact, allowsPrivateServices: true))
    #expect(try await read().push == Settings.Push(contact: nil, allowsPrivateServices: false))
  }

  @Test(arguments: [
    "ops@lifesignal.example", "mailto:ops", "http://lifesignal.example", "mailto:a b@c",
  ])
  func `a push contact that no one could write to stops the start`(contact: String) async throws {
    let error = try await #require(throws: SettingsError.self) {
      _ = try await read(["LIFESIGNAL_PUSH_CONTACT": contact])
    }
    #expect(error.description.hasPrefix("push.contact"))
  }

  @Test(arguments: ["{", "[]", ""])
  func `a file that is not a JSON object stops the start`(content: String) async throws {
    try await withFile(content) { file in
      let error = await #expect(throws: SettingsError.self) {
        _ = try await read { $0.configurationFile = file }
      }
      #expect(error?.description.contains(file) == true)
    }
  }

  @Test(
    arguments: [
      (#"{"http": {"prot": 443}}"#, "http.prot", "http.port"),
      (#"{"htpp": {"port": 443}}"#, "htpp.port", "http.port"),
      (#"{"smtp": {"passwordfile": "/x"}}"#, "smtp.passwordfile", "smtp.passwordFile"),
      (#"{"metrics": {"token": {"a": 1}}}"#, "metrics.token.a", "metrics.token"),
    ])
  func `a misspelt name in the file stops the start, with the nearest one`(
    content: String, name: String, nearest: String
  ) async throws {
    try await withFile(content) { file in
      let error = await #expect(throws: SettingsError.self) {
        _ = try await read { $0.configurationFile = file }
      }
      let words = try #require(error?.description)
      #expect(words.hasPrefix("\(name):"), "\(words)")
      #expect(words.hasSuffix("Did you mean \(nearest)?"), "\(words)")
    }
  }

  @Test func `a misspelt variable stops the start, with the nearest one and without its value`()
    async throws
  {
    let error = try await #require(throws: SettingsError.self) {
      _ = try await read(["LIFESIGNAL_CARRIER_TOKN": "a secret of the carrier"])
    }
    #expect(error.description.hasPrefix("LIFESIGNAL_CARRIER_TOKN:"))
    #expect(error.description.hasSuffix("Did you mean LIFESIGNAL_CARRIER_TOKEN?"))
    #expect(!error.description.contains("secret"))
  }

  @Test(arguments: [
    ["LIFESIGNAL_SERVER": "https://safe.example", "LIFESIGNAL_TOKEN": "lsp_0"],
    ["LIFESIGNAL_PORT": "tcp://10.0.0.1:80", "LIFESIGNAL_PORT_80_TCP_PORT": "80"],
    [
      "LIFESIGNAL_METRICS_SERVICE_HOST": "10.0.0.2", "LIFESIGNAL_METRICS_SERVICE_PORT_WEB": "80",
      "LIFESIGNAL_METRICS_PORT": "tcp://10.0.0.2:80", "LIFESIGNAL_METRICS_PORT_80_TCP": "x",
    ],
    ["LIFESIGNAL_SERVICE_HOST": "10.0.0.1", "LIFESIGNALS_PORT": "1", "PATH": "/bin"],
  ])
  func `variables of other programs do not stop the start`(
    environment: [String: String]
  ) async throws {
    #expect(try await read(environment) == Settings())
  }

  @Test func `every documented setting is known by its key and its variable`() async throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/operations.md")
    let row = /(?m)^\| `(?<key>[a-z]+\.[A-Za-z]+)` \| `(?<variable>LIFESIGNAL_[A-Z_]+)` \|/
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.matches(of: row).map { (String($0.key), String($0.variable)) }
    #expect(rows.count > 50)
    for (key, variable) in rows {
      let path = key.split(separator: ".")
      try await withFile(#"{"\#(path[0])": {"\#(path[1])": ""}}"#) { file in
        for environment in [["LIFESIGNAL_CONFIGURATION": file], [variable: ""]] {
          let error = await #expect(throws: SettingsError.self, "\(key)") {
            _ = try await read(environment)
          }
          #expect(error?.description.contains("no such setting") == false, "\(key)")
        }
      }
    }
  }

  @Test func `a missing file stops the start`() async {
    await #expect(throws: SettingsError.self) {
      _ = try await read { $0.configurationFile = "/nonexistent/lifesignal.json" }
    }
  }

  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "example.org"])
  func `a network without TLS is refused`(host: String) async throws {
    let error = await #expect(throws: SettingsError.self) {
      _ = try await read { $0.host = host }
    }
    #expect(error?.description.contains("TLS") == true)
    let proxied = try await read {
      $0.host = host
      $0.isBehindProxy = true
    }
    #expect(proxied.isReachedOverTLS)
  }

  @Test func `a certificate and its key belong together and must be readable`() async throws {
    await #expect(throws: SettingsError.self) { _ = try await read { $0.certificate = "a.pem" } }
    await #expect(throws: SettingsError.self) { _ = try await read { $0.privateKey = "a.pem" } }
    await #expect(throws: SettingsError.self) {
      _ = try await read {
        $0.certificate = "/nonexistent/a.pem"
        $0.privateKey = "/nonexistent/b.pem"
      }
    }
    try await withFile("pem") { file in
      let settings = try await read {
        $0.host = "0.0.0.0"
        $0.certificate = file
        $0.privateKey = file
      }
      #expect(settings.isReachedOverTLS)
    }
  }
}
