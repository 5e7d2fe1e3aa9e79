import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import Testing

/// A push service as Apple describes its own, of others' making: see `Tests/APNsOracle/oracle.py`.
struct APNsService: Sendable {
  /// What it believes the time is.
  static let now = Date(timeIntervalSince1970: 1_767_600_000)

  /// How it feels about a phone.
  enum Mood: String {
    case taken = "abcd"
    case unregistered = "0001"
    case bad = "0002"
    case tooMany = "0003"
    case shutdown = "0004"
    case broken = "0005"
    case ofAnotherApp = "0006"
    case wordy = "0007"
    case goaway = "0010"
    case reset = "0011"
    case silent = "0012"
    case farewell = "0013"
    case patient = "0014"
    case talkative = "0015"
    case hangup = "0016"
    case elbow = "0017"
    case undated = "0020"
  }

  /// One request, as it was read there.
  struct Seen: Decodable {
    var connection: Int
    var faults: [String]
    var size: Int
    var token: String
    var outcome: String
    var fields: [String: String]
    var path: String
    var payload: String

    var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]) ?? [:]
    }
    var aps: [String: Any] { json["aps"] as? [String: Any] ?? [:] }
  }

  private struct Place: Decodable {
    var port: Int
    var certificate: String
    var key: String
  }

  private let place: Place

  func account(
    _ interruption: APNsAccount.Interruption = .active, teamID: String = "TEAM123456",
    believing authorities: Bool = true
  ) throws -> APNsAccount {
    try APNsAccount(
      pem: String(contentsOfFile: place.key, encoding: .utf8), keyID: "KEY1234567", teamID: teamID,
      topic: "org.example.lifesignal", baseURL: "https://localhost:\(place.port)",
      interruption: interruption, authorities: authorities ? place.certificate : nil)
  }

  func courier(
    _ interruption: APNsAccount.Interruption = .active, limit: TimeInterval = 20,
    now: @escaping @Sendable () -> Date = { APNsService.now }
  ) throws -> APNsCourier {
    try APNsCourier(account(interruption), limit: limit, now: now)
  }

  static func message(
    _ mood: Mood = .taken, key: String = "lifesignal-7", _ priority: Delivery.Priority = .alert,
    subject: Delivery.Subject? = .call("5"), title: String = "ALERT",
    body: String = "Mara needs help.", token: String? = "tok-EN_1"
  ) -> CourierMessage {
    CourierMessage(
      idempotencyKey: key, kind: .apns,
      address: String(repeating: "5c", count: 30) + mood.rawValue, title: title, body: body,
      priority: priority, receiptToken: token, subject: subject)
  }

  /// The service for as long as `body` runs, then what it was asked. A missing Python or package fails.
  static func seen(_ body: (APNsService) async throws -> Void) async throws -> [Seen] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "apns-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let python = root.appending(path: ".venv/bin/python")
    let isSetUp = FileManager.default.isExecutableFile(atPath: python.path())
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = isSetUp ? python : URL(filePath: "/usr/bin/env")
    process.arguments =
      (isSetUp ? [] : ["python3"])
      + [
        root.appending(path: "Tests/APNsOracle/oracle.py").path(), folder.path(),
        "\(Int(now.timeIntervalSince1970))",
      ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var said = Data()
    while !said.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the oracle has ended")
      said.append(more)
    }
    do {
      try await body(APNsService(place: JSONDecoder().decode(Place.self, from: said)))
    } catch {
      process.terminate()
      throw error
    }
    try input.fileHandleForWriting.close()
    let found = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try found.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Seen.self, from: $0)
    }
  }
}
