import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// What `lifesignal doctor` sees, on a machine made up for it.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `The doctor` {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func folder() throws -> URL { try TemporaryFolder.make() }

  /// A machine on which all is well, unless the test says otherwise.
  private func world(_ change: (inout DoctorWorld) -> Void = { _ in }) -> DoctorWorld {
    let now = now
    var world = DoctorWorld(
      now: { now }, resolves: { _ in true }, listening: { _, _ in .free }, health: { _, _ in nil },
      reach: { _ in nil }, connects: { _, _ in true }, freeBytes: { _ in 9_000_000_000 },
      keepsTime: { true }, handsSecrets: { false }, sqlite: SQLiteVersion(3, 51, 3))
    change(&world)
    return world
  }

  private let carrier = [
    "LIFESIGNAL_CARRIER_ACCOUNT": "AC0123", "LIFESIGNAL_CARRIER_TOKEN": "0123456789abcdef",
    "LIFESIGNAL_SMS_FROM": "+15550100000", "LIFESIGNAL_HTTP_ORIGIN": "https://safe.example",
    "LIFESIGNAL_HTTP_BEHIND_PROXY": "true",
  ]

  private func report(
    _ environment: [String: String] = [:], database: String? = nil, reaches: Bool = false,
    _ change: (inout DoctorWorld) -> Void = { _ in }
  ) async throws -> DoctorReport {
    var arguments = Settings.Arguments()
    arguments.database = try database ?? folder().appending(path: "none.sqlite").path
    return await Doctor(
      arguments: arguments, environment: carrier.merging(environment) { $1 }, reaches: reaches,
      world: world(change)
    ).examine()
  }

  @Test(arguments: [(65_536, DoctorReport.Outcome.ok), (512, .warning), (64, .failure)])
  func `too few open files are few connections, or none`(
    files: Int, outcome: DoctorReport.Outcome
  ) async throws {
    let found = try await report { world in world.openFiles = { files } }
    #expect(try check("connections", in: found).outcome == outcome)
  }

  private func check(_ name: String, in report: DoctorReport) throws -> DoctorReport.Check {
    try #require(report.checks.first { $0.name == name }, "\(report.text)")
  }

  /// A database whose server was alive at `beat`.
  private func database(beat: Date? = nil) async throws -> (path: String, ledger: SQLiteLedger) {
    let path = try folder().appending(path: "ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    if let beat {
      try await ledger.write { tx throws in
        _ = try tx.insert(Heartbeat(beatAt: beat))
        try tx.setLoopTurns(
          Dictionary(uniqueKeysWithValues: LoopName.allCases.map { ($0, beat) }))
      }
    }
    return (path, ledger)
  }

  @Test func `finds nothing before the first start of a server that is set up`() async throws {
    let report = try await report()
    #expect(report.outcome == .ok, "\(report.text)")
    #expect(report.exitCode == 0)
    #expect(report.text.hasSuffix("checks: 0 warnings, 0 failures\n"))
  }

  @Test func `finds nothing beside a server that runs well`() async throws {
    let (path, ledger) = try await database(beat: now)
    let report = try await report(database: path) {
      $0.listening = { _, _ in .taken }
      $0.health = { _, _ in DoctorWorld.Answer(isOurs: true) }
    }
    // How long the disk takes is the machine's.
    let rest = report.checks.filter { $0.name != "database.write" }
    #expect(rest.allSatisfy { $0.outcome == .ok }, "\(report.text)")
    #expect(try check("heartbeat", in: report).found == "a server runs, and its loops turn")
    #expect(try check("database.durability", in: report).outcome == .ok)
    try await ledger.close()
  }

  @Test(
    arguments: [
      (1, "a server is starting: not all of its loops have turned yet", .warning),
      (60, "a server runs, but these loops have stopped: watch", .failure),
    ] as [(TimeInterval, String, DoctorReport.Outcome)])
  func `a loop that has not turned stands still only when its server is not starting`(
    age: TimeInterval, words: String, outcome: DoctorReport.Outcome
  ) async throws {
    let (path, ledger) = try await database(beat: now)
    try await ledger.write { [now] tx in try tx.setLoopTurns([.watch: now - 3_600]) }
    try FileManager.default.setAttributes(
      [.modificationDate: now - age], ofItemAtPath: path + "-server")
    let life = try check("heartbeat", in: try await report(database: path))
    #expect(life.found == words && life.outcome == outcome)
    try await ledger.close()
  }

  @Test func `says of settings that cannot be read what is wrong, and stops`() async throws {
    let report = try await report(["LIFESIGNAL_HTTP_PORT": "eighty"])
    #expect(report.checks.map(\.name) == ["settings"])
    #expect(report.exitCode == 2)
    #expect(report.text.contains("http.port"))
  }

  @Test func `says when it lacks the secrets that systemd hands the server`() async throws {
    // With half an account the settings cannot be read: why must be said before.
    let half = ["LIFESIGNAL_CARRIER_TOKEN": ""]
    let byHand = try await report(half) { $0.handsSecrets = { true } }
    #expect(byHand.checks.first?.name == "credentials")
    #expect(byHand.text.contains("systemctl start lifesignal-doctor"))
    // Its own unit is not told to start itself and no more.
    let itself = try await report(["INVOCATION_ID": "0123456789abcdef0123456789abcdef"]) {
      $0.handsSecrets = { true }
    }
    #expect(itself.text.contains("/etc/systemd/system/lifesignal-doctor.service.d/"))
    #expect(!byHand.text.contains("lifesignal-doctor.service.d"))
    let bySystemd = try await report(["CREDENTIALS_DIRECTORY": "/run/credentials/lifesignal"]) {
      $0.handsSecrets = { true }
    }
    #expect(bySystemd.outcome == .ok, "\(bySystemd.text)")
  }

  @Test func `sees in units and drop-ins whether systemd hands secrets`() throws {
    let folder = try folder()
    let dropIns = folder.appending(path: "lifesignal.service.d")
    try FileManager.default.createDirectory(at: dropIns, withIntermediateDirectories: true)
    #expect(!DoctorWorld.handsSecrets(in: folder.path))
    let file = dropIns.appending(path: "credentials.conf")
    try Data("[Service]\n#LoadCredential=a:/b\n".utf8).write(to: file)
    #expect(!DoctorWorld.handsSecrets(in: folder.path))
    try Data("[Service]\nLoadCredential=a:/b\n".utf8).write(to: file)
    #expect(DoctorWorld.handsSecrets(in: folder.path))
  }

  @Test func `shows no secret`() async throws {
    let report = try await report(
      ["LIFESIGNAL_HEARTBEAT_URL": "https://hc.example/ping/secret-1"], reaches: true)
    #expect(!(report.text + report.json).contains("0123456789abcdef"))
    #expect(!(report.text + report.json).contains("secret-1"))
  }

  @Test func `a name that leads nowhere is a failure`() async throws {
    let report = try await report { $0.resolves = { _ in false } }
    #expect(try check("origin", in: report).outcome == .failure)
    #expect(report.exitCode == 2)
  }

  @Test func `an origin without a proxy that ends TLS is a warning`() async throws {
    let report = try await report(["LIFESIGNAL_HTTP_BEHIND_PROXY": "false"])
    #expect(try check("origin", in: report).outcome == .warning)
    #expect(report.exitCode == 1)
  }

  @Test func `a port that another program has is a failure`() async throws {
    for answer in [nil, DoctorWorld.Answer(isOurs: false)] {
      let report = try await report {
        $0.listening = { _, _ in .taken }
        $0.health = { _, _ in answer }
      }
      #expect(try check("port", in: report).outcome == .failure)
    }
  }

  @Test(arguments: [
    (-1, DoctorReport.Outcome.failure), (0, .ok), (50, .warning), (61, .failure),
  ])
  func `a certificate that is not valid yet, ends soon or has ended is reported`(
    days: Double, outcome: DoctorReport.Outcome
  ) async throws {
    let files = try TestCertificate()
    try files.renew(named: "one", days: 60)
    let tls = [
      "LIFESIGNAL_TLS_CERTIFICATE": files.tls.certificate,
      "LIFESIGNAL_TLS_PRIVATE_KEY": files.tls.privateKey,
    ]
    let then = Date() + days * 86_400 + 60
    let report = try await report(tls) { $0.now = { then } }
    #expect(try check("certificate", in: report).outcome == outcome)
  }

  @Test func `a database that others may read is a warning`() async throws {
    let (path, ledger) = try await database(beat: now)
    #expect(try await check("database.permissions", in: report(database: path)).outcome == .ok)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(try await check("database.permissions", in: report(database: path)).outcome == .warning)
    try await ledger.close()
  }

  @Test(arguments: [
    (Int64(50_000_000), DoctorReport.Outcome.failure), (500_000_000, .warning),
    (5_000_000_000, .ok),
  ])
  func `low disk space is reported in time`(free: Int64, outcome: DoctorReport.Outcome) async throws
  {
    let report = try await report { $0.freeBytes = { _ in free } }
    #expect(try check("disk", in: report).outcome == outcome)
  }

  @Test func `a file that is not a LifeSignal database is a failure`() async throws {
    let path = try folder().appending(path: "other.sqlite")
    try Data("birds".utf8).write(to: path)
    let report = try await report(database: path.path)
    #expect(try check("database", in: report).outcome == .failure)
  }

  @Test func `a hung server, stalled loops and a stopped server are reported differently`()
    async throws
  {
    let (path, ledger) = try await database(beat: now - 3_600)
    let hung = try await check("heartbeat", in: report(database: path))
    #expect(hung.outcome == .failure && hung.found.contains("has the database open"))
    try await ledger.write { _ = try $0.insert(Heartbeat(beatAt: now)) }
    let still = try await check("heartbeat", in: report(database: path))
    #expect(still.outcome == .failure)
    #expect(still.found.contains("watch"))
    try await ledger.write { _ = try $0.insert(Heartbeat(beatAt: now - 3_600)) }
    try await ledger.close()
    let stopped = try await check("heartbeat", in: report(database: path))
    #expect(stopped.outcome == .warning && stopped.found.contains("no server runs"))
  }

  @Test func `a broken timeline is a failure`() async throws {
    let (path, ledger) = try await database(beat: now)
    let engine = Engine(ledger: ledger)
    try await DemoWorld(engine: engine).settle()
    #expect(try await check("timelines", in: report(database: path)).outcome == .ok)
    let people = try await ledger.read { try $0.people(after: nil, limit: 1) }
    let person = try #require(people.first)
    try await ledger.write { tx throws in
      guard var head = try tx.timelineHead(of: person) else { return }
      let old = head
      head.sequence += 1
      _ = try tx.advance(head, from: old)
    }
    #expect(try await check("timelines", in: report(database: path)).outcome == .failure)
    try await ledger.close()
  }

  @Test func `a clock behind the last beat is a failure`() async throws {
    let (path, ledger) = try await database(beat: now + 60)
    #expect(try await check("clock", in: report(database: path)).outcome == .failure)
    try await ledger.close()
  }

  @Test func `others are asked only with the option, and their clocks are trusted`() async throws {
    let now = now
    let quiet = try await report { $0.reach = { _ in throw URLError(.cannotConnectToHost) } }
    #expect(quiet.outcome == .ok, "\(quiet.text)")
    let deaf = try await report(reaches: true) {
      $0.reach = { _ in throw URLError(.cannotConnectToHost) }
    }
    #expect(try check("channel.sms", in: deaf).outcome == .failure)
    let late = try await report(reaches: true) { $0.reach = { _ in now + 30 } }
    #expect(try check("clock", in: late).outcome == .failure)
    let right = try await report(reaches: true) { $0.reach = { _ in now } }
    #expect(try check("clock", in: right).outcome == .ok)
  }

  @Test func `without a carrier no one can sign in`() async throws {
    var arguments = Settings.Arguments()
    arguments.database = try folder().appending(path: "none.sqlite").path
    let report = await Doctor(
      arguments: arguments, environment: [:], reaches: false, world: world()
    ).examine()
    #expect(try check("channel.sms", in: report).outcome == .failure)
  }

  @Test func `as JSON it has a status and the checks`() async throws {
    struct Document: Decodable {
      var status: String
      var checks: [DoctorReport.Check]
    }
    let report = try await report { $0.keepsTime = { false } }
    let document = try JSONDecoder().decode(Document.self, from: Data(report.json.utf8))
    #expect(document.status == "warning")
    #expect(document.checks == report.checks)
  }

  @Test func `a port is free until a process listens there`() throws {
    #expect(Sockets.listening(on: "127.0.0.1", port: 0) == .free)
    guard case .impossible = Sockets.listening(on: "192.0.2.1", port: 0) else {
      return #expect(Bool(false), "192.0.2.1 is nobody's (RFC 5737)")
    }
  }

  @Test func `warns of a SQLite that can lose committed data`() async throws {
    let report = try await report { $0.sqlite = SQLiteVersion(3, 40, 1) }
    let sqlite = try check("database.sqlite", in: report)
    #expect(sqlite.outcome == .warning)
    #expect(sqlite.found.contains("3.40.1"))
  }
}
