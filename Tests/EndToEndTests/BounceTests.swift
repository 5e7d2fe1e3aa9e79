import Foundation
import LifeSignalTestSupport
import LifeSignalTestTraits
import NIOHTTP1
import Testing

/// What a mail server pipes into the real command, beside the server that had sent the mail.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A mail server's pipe` {
  private static let mailbox = "mara@home.example"

  @Test func `ends a mailbox that is not there, and its owner hears of it by a text`()
    async throws
  {
    let database = try TemporaryFolder.make().appending(path: "network.sqlite")
    let (carrier, post) = (
      try await CarrierOnLoopback.start(), try await MailServerOnLoopback.start()
    )
    let server = try await ServerProcess.start(
      database: database, isDemo: false,
      environment: carrier.environment.merging(post.environment) { $1 })
    let pipe = try CommandLineUser(port: server.port)
    let member = try await Member.signedIn(at: server.port, with: carrier)
    let channel = try await member.add(Self.mailbox, with: post)

    try await member.test(channel)
    let first = await post.mail("Test")
    let failed = try await pipe.run(["bounce", "--database", database.path]) {
      first.report(of: Self.mailbox)
    }
    #expect(failed.status == 0 && failed.errors.hasSuffix(": failed (5.1.1).\n"), "\(failed)")
    let doubted = try await member.channel(channel)
    #expect(doubted.state == "on" && doubted.test?.stage == "failed")

    try await member.test(channel)
    let second = await post.mail("Test", after: 1)
    let lost = try await pipe.run(["bounce", "--database", database.path]) {
      second.report(of: Self.mailbox)
    }
    #expect(lost.status == 0 && lost.errors.contains("nothing more is sent"), "\(lost)")
    #expect(try await member.channel(channel).state == "dead")
    let text = await carrier.text { $0["Body"]?.hasPrefix("Contact method lost") == true }
    #expect(text["To"] == "+12125550101")

    await server.kill()
    try await post.stop()
    try await carrier.stop()
  }

  @Test func `keeps what cannot be taken in for another time`() async throws {
    let path = try TemporaryFolder.make().appending(path: "none.sqlite").path
    let pipe = try CommandLineUser(port: 1)
    let answer = try await pipe.run(["bounce", "--database", path]) { "Hello" }
    #expect(answer.status == 75 && answer.errors.contains("There is no database"), "\(answer)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

/// A member who is signed in over the API.
private struct Member {
  struct Channel: Decodable {
    struct Test: Decodable { var stage: String }

    var id: String
    var address: String
    var state: String
    var test: Test?
  }

  private struct Asked: Decodable { var verificationID: String }
  private struct Session: Decodable { var token: String }
  private struct Channels: Decodable { var channels: [Channel] }

  private let browser: Browser
  private var token: String?

  private init(at port: Int) { browser = Browser(port: port) }

  static func signedIn(at port: Int, with carrier: CarrierOnLoopback) async throws -> Member {
    var member = Member(at: port)
    let asked = try await member.ask(
      .POST, "/auth/codes", ["phoneNumber": "212-555-0101", "region": "US"], for: Asked.self)
    let code = try member.code(in: await carrier.firstText()["Body"] ?? "")
    member.token = try await member.ask(
      .POST, "/auth/sessions", ["code": code, "verificationID": asked.verificationID],
      for: Session.self
    ).token
    return member
  }

  /// - Returns: the ID of the channel.
  func add(_ mailbox: String, with post: MailServerOnLoopback) async throws -> String {
    let asked = try await ask(
      .POST, "/channels/codes", ["kind": "email", "address": mailbox], for: Asked.self)
    let code = try code(in: await post.mail("Your LifeSignal code").words)
    try await ask(
      .POST, "/channels", ["code": code, "verificationID": asked.verificationID])
    return try #require(try await channels().first { $0.address == mailbox }).id
  }

  func test(_ channel: String) async throws { try await ask(.POST, "/channels/\(channel)/test") }

  func channel(_ id: String) async throws -> Channel {
    try #require(try await channels().first { $0.id == id })
  }

  private func channels() async throws -> [Channel] {
    try await ask(.GET, "/channels", for: Channels.self).channels
  }

  private func code(in words: String) throws -> String {
    let match = try #require(words.firstMatch(of: /(\d{3})-(\d{3}) is your/), "\(words)")
    return String(match.1 + match.2)
  }

  private func ask<Answer: Decodable>(
    _ method: HTTPMethod, _ path: String, _ body: [String: String]? = nil, for type: Answer.Type
  ) async throws -> Answer {
    try JSONDecoder().decode(type, from: Data(try await ask(method, path, body).utf8))
  }

  @discardableResult
  private func ask(
    _ method: HTTPMethod, _ path: String, _ body: [String: String]? = nil
  ) async throws -> String {
    let answer = try await browser.request(
      method, "/api/v1" + path,
      headers: [("Content-Type", "application/json")]
        + (token.map { [("Authorization", "Bearer \($0)")] } ?? []),
      body: try body.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) })
    try #require([200, 201, 204].contains(answer.status), "\(method) \(path): \(answer)")
    return answer.body
  }
}
