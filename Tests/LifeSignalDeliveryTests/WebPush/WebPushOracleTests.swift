import Crypto
import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Testing

/// What a push service gets, read by the implementations of others: see `Tests/WebPushOracle/oracle.py`.
@Suite(.timeLimit(.minutes(1))) struct WebPushOracleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private struct Sent: Encodable {
    var `private`: String
    var auth: String
    var body: String
    var authorization: String
    var audience: String
  }

  private struct Found: Decodable {
    struct Claims: Decodable {
      var exp: Int
      var sub: String
    }
    var text: String
    var claims: Claims
    var key: String
    var record: Int
  }

  @Test func `browsers and push services understand every message`() async throws {
    let now = Date(timeIntervalSince1970: 1_767_600_000)
    let vapid = VAPID(secret: Data(repeating: 8, count: 32))
    let bodies = (0..<50).map { "Message \($0): " + String(repeating: "é😀 ", count: $0 * 12) }
    var sent: [Sent] = []
    try await Receiver.with { service in
      service.answer(Receiver.Answer(status: .created, headers: ["Content-Length": "0"]))
      let courier = WebPushCourier(
        policy: WebhookPolicy(allowsPrivateNetworks: true), vapid: vapid, now: { now })
      let audience = "http://127.0.0.1:\(service.port)"
      for body in bodies {
        let browser = Browser()
        try await courier.deliver(browser.message(at: "\(audience)/send/1", body: body))
        let request = try #require(service.requests.last)
        sent.append(
          Sent(
            private: browser.key.rawRepresentation.base64URL, auth: browser.secret.base64URL,
            body: request.body.base64EncodedString(),
            authorization: try #require(request.head.headers.first(name: "Authorization")),
            audience: audience))
      }
    }
    let found = try Self.ask(sent)
    #expect(found.count == bodies.count)
    for (one, body) in zip(found, bodies) {
      #expect(one.record == 4_096 && one.key == vapid.publicKey.base64URL)
      #expect(one.claims.exp == 1_767_600_000 + 12 * 3_600)
      #expect(one.claims.sub == "https://lifesignal.example")
      let text = try #require(Data(base64Encoded: one.text))
      let message = try #require(
        try JSONSerialization.jsonObject(with: text) as? [String: Any])
      let notification = try #require(message["notification"] as? [String: Any])
      let read = try #require(notification["body"] as? String)
      #expect(message["web_push"] as? Int == 8_030)
      #expect(read == body || read.hasSuffix("…") && body.hasPrefix(read.dropLast()))
    }
  }

  /// A missing Python or package fails.
  private static func ask(_ sent: [Sent]) throws -> [Found] {
    let file = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = try sent.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    let python = root.appending(path: ".venv/bin/python")
    let isSetUp = FileManager.default.isExecutableFile(atPath: python.path())
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = isSetUp ? python : URL(filePath: "/usr/bin/env")
    process.arguments =
      (isSetUp ? [] : ["python3"])
      + [root.appending(path: "Tests/WebPushOracle/oracle.py").path(), file.path()]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // What is wrong is said in a few lines; what is right in many.
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let wrong = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "the oracle failed: \(wrong)")
    return try said.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Found.self, from: $0)
    }
  }
}
