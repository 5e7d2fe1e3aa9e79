import Foundation
import HummingbirdCore
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A certificate that is renewed` {
  @Test func `is taken once, and looked at again only when the files change`() throws {
    let files = try TestCertificate()
    try files.renew(named: "one", days: 5)
    let live = try LiveCertificate(files.tls)
    let first = live.end
    #expect(live.reload(always: false, now: Date()) == .unchanged)
    try files.renew(named: "two", days: 60)
    guard case .replaced(let end) = live.reload(always: false, now: Date()) else {
      return #expect(Bool(false), "the new files were not seen")
    }
    #expect(end > first && live.end == end)
    #expect(live.reload(always: false, now: Date()) == .unchanged)
    // Asked for by a signal it is read all the same.
    #expect(live.reload(always: true, now: Date()) == .replaced(end: end))
  }

  @Test func `is not taken when it cannot be used, and that is said once`() throws {
    let files = try TestCertificate()
    try files.renew(named: "one")
    let live = try LiveCertificate(files.tls)
    let end = live.end
    try Data("half a file".utf8).write(to: URL(filePath: files.tls.certificate))
    guard case .kept(let reason) = live.reload(always: false, now: Date()) else {
      return #expect(Bool(false), "half a file was taken")
    }
    #expect(reason.contains("tls.certificate"))
    #expect(live.end == end && live.isKept)
    #expect(live.reload(always: false, now: Date()) == .unchanged)
    try files.renew(named: "two", days: 60)
    #expect(live.reload(always: false, now: Date()) != .unchanged)
    #expect(live.end > end)
  }

  @Test func `is not taken with the key of another`() throws {
    let (files, others) = (try TestCertificate(), try TestCertificate())
    try files.renew(named: "one")
    try others.renew(named: "two")
    let live = try LiveCertificate(files.tls)
    try FileManager.default.removeItem(atPath: files.tls.privateKey)
    try FileManager.default.copyItem(atPath: others.tls.privateKey, toPath: files.tls.privateKey)
    guard case .kept(let reason) = live.reload(always: true, now: Date()) else {
      return #expect(Bool(false), "a key of another certificate was taken")
    }
    #expect(reason.contains("does not belong"))
  }

  @Test func `is not taken when it has ended, and a later good one is`() throws {
    let files = try TestCertificate()
    try files.renew(named: "one", days: 60)
    let live = try LiveCertificate(files.tls)
    let end = live.end
    let tenDaysOn = Date() + 10 * 86_400
    try files.renew(named: "two", days: 5)
    guard case .kept(let reason) = live.reload(always: false, now: tenDaysOn) else {
      return #expect(Bool(false), "one that has ended was taken")
    }
    #expect(reason.contains("ended on"))
    #expect(live.end == end && live.isKept)
    // Tried at each look, said once.
    #expect(live.reload(always: false, now: tenDaysOn + 60) == .unchanged)
    try files.renew(named: "three", days: 90)
    guard case .replaced(let later) = live.reload(always: false, now: tenDaysOn + 120) else {
      return #expect(Bool(false), "the good one was not taken")
    }
    #expect(later > end && live.end == later && !live.isKept)
  }

  @Test func `is not taken before it begins, and then is without a change of the files`() throws {
    let files = try TestCertificate()
    try files.renew(named: "one", days: 60)
    let live = try LiveCertificate(files.tls)
    try files.renew(named: "two", days: 90)
    guard case .kept(let reason) = live.reload(always: false, now: Date() - 86_400) else {
      return #expect(Bool(false), "one that has not begun was taken")
    }
    #expect(reason.contains("begins only on"))
    guard case .replaced = live.reload(always: false, now: Date() + 60) else {
      return #expect(Bool(false), "it was not tried again")
    }
  }

  @Test func `that is kept back shows in the figures`() throws {
    let files = try TestCertificate()
    try files.renew(named: "one", days: 60)
    let live = try LiveCertificate(files.tls)
    let figures = Server.figures(live, try .open())
    func refused() -> Double? {
      figures().first { $0.name == "lifesignal_certificate_refused" }?.value
    }
    #expect(refused() == 0)
    try files.renew(named: "two", days: 5)
    _ = live.reload(always: false, now: Date() + 10 * 86_400)
    #expect(refused() == 1)
    _ = live.reload(always: false, now: Date())
    #expect(refused() == 0)
  }

  @Test func `is kept back no more when the files before it are there again`() throws {
    let files = try TestCertificate()
    try files.renew(named: "one", days: 60)
    let live = try LiveCertificate(files.tls)
    let (file, aside) = (files.tls.certificate, files.tls.certificate + ".aside")
    try FileManager.default.moveItem(atPath: file, toPath: aside)
    try Data("half a file".utf8).write(to: URL(filePath: file))
    _ = live.reload(always: false, now: Date())
    #expect(live.isKept)
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: aside, toPath: file)
    #expect(live.reload(always: false, now: Date()) == .unchanged)
    #expect(!live.isKept)
  }

  @Test func `is shown to new connections, and open ones go on`() async throws {
    let files = try TestCertificate()
    try files.renew(named: "one")
    let live = try LiveCertificate(files.tls)
    let listener = try await TestListener(.lifeSignal(live, gate: .open()))
    let number = listener.port
    #expect(try await blocking { try TestCertificate.shown(atPort: number) } == "one")

    let open = try OpenConnection(port: number)
    #expect(try await blocking { try open.ask() } == "here")
    try files.renew(named: "two")
    _ = live.reload(always: false, now: Date())
    #expect(try await blocking { try TestCertificate.shown(atPort: number) } == "two")
    #expect(try await blocking { try open.ask() } == "here")
    try Data("half a file".utf8).write(to: URL(filePath: files.tls.certificate))
    _ = live.reload(always: false, now: Date())
    #expect(try await blocking { try TestCertificate.shown(atPort: number) } == "two")
    open.close()
    await listener.end()
  }
}

/// Used by one at a time. One connection over TLS that stays open, held by OpenSSL's command.
private final class OpenConnection: @unchecked Sendable {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init(port: Int) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(port)"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { close() }

  /// One request; the last four bytes of the answer.
  func ask() throws -> String {
    try input.fileHandleForWriting.write(
      contentsOf: Data("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    var answer = Data()
    while !answer.suffix(8).elementsEqual(Data("\r\n\r\nhere".utf8)) {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      answer += part
    }
    return String(decoding: answer.suffix(4), as: UTF8.self)
  }

  func close() {
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
  }
}
