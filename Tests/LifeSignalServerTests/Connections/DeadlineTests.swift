import HTTPTypes
import LifeSignalWeb
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import LifeSignalServer

/// One connection, its handlers as the server adds them, and time as the test wants it.
@Suite struct `How long a peer may take` {
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel
  private let gate: ConnectionGate
  private let deadlines = ConnectionDeadlines()
  private let pauses = Pauses()

  /// What passed while the loop stood still: its timers come so much later.
  private final class Pauses: Sendable {
    private let seconds = Mutex<Int64>(0)

    func add(_ more: Int64) { seconds.withLock { $0 += more } }
    func now(_ loop: any EventLoop) -> NIODeadline { loop.now + .seconds(seconds.withLock { $0 }) }
  }

  init() throws {
    gate = ConnectionGate(try ConnectionLimits(files: 1_024, cores: 2, settings: Settings()))
    channel = EmbeddedChannel(loop: loop)
    let pauses = self.pauses
    let id = try #require(gate.admit(.local) {})
    try channel.pipeline.syncOperations.addHandlers(
      [
        ConnectionWatch(gate: gate, id: id, deadlines: deadlines, now: { pauses.now($0) }),
        ExchangeWatch(deadlines, now: { pauses.now($0) }),
      ] as [any ChannelHandler])
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
  }

  private func head(_ method: HTTPRequest.Method = .post) -> HTTPRequestPart {
    .head(HTTPRequest(method: method, scheme: "http", authority: "x", path: "/"))
  }

  private func ask() throws {
    try channel.writeInbound(head(.get))
    try channel.writeInbound(HTTPRequestPart.end(nil))
  }

  private func answer() throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
  }

  private func part(_ bytes: Int) -> HTTPRequestPart {
    .body(ByteBuffer(repeating: 0, count: bytes))
  }

  @Test func `ten seconds to ask for the first time`() throws {
    loop.advanceTime(by: .seconds(9))
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `an answer may take as long as it takes`() throws {
    try ask()
    loop.advanceTime(by: .hours(1))
    #expect(channel.isActive)
  }

  @Test func `75 seconds between two requests`() throws {
    try ask()
    try answer()
    loop.advanceTime(by: .seconds(74))
    try ask()
    try answer()
    loop.advanceTime(by: .seconds(74))
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `two seconds to go on with a body that is refused as too large`() throws {
    try channel.writeInbound(head())
    try channel.writeInbound(part(1_000))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    guard case .head(let head) = try #require(try channel.readOutbound(as: HTTPResponsePart.self))
    else { throw NoHead() }
    #expect(head.headerFields[.connection] == "close")
    for _ in 0..<3 {
      #expect(channel.isActive)
      try channel.writeInbound(part(1_000_000))
      loop.advanceTime(by: .milliseconds(700))
    }
    #expect(!channel.isActive)
  }

  @Test func `a body that came in full is no reason to close, however it was answered`() throws {
    try channel.writeInbound(head())
    try channel.writeInbound(HTTPRequestPart.end(nil))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    loop.advanceTime(by: .seconds(10))
    #expect(channel.isActive)
  }

  private struct NoHead: Error {}

  @Test func `a body that comes a byte now and then ends after thirty seconds`() throws {
    try channel.writeInbound(head())
    for _ in 0..<6 {
      try channel.writeInbound(part(1))
      loop.advanceTime(by: .seconds(5))
    }
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a large body has a second more for each kilobyte that has come`() throws {
    try channel.writeInbound(head())
    try channel.writeInbound(part(60 * 1_024))
    loop.advanceTime(by: .seconds(89))
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
  }

  @Test func `no body takes more than two minutes, however much has come`() throws {
    try channel.writeInbound(head())
    for _ in 0..<4 {
      #expect(channel.isActive)
      try channel.writeInbound(part(500 * 1_024))
      loop.advanceTime(by: .seconds(29))
    }
    loop.advanceTime(by: .seconds(3))
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a body that is complete has no deadline`() throws {
    try channel.writeInbound(head())
    try channel.writeInbound(part(10))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    loop.advanceTime(by: .hours(1))
    #expect(channel.isActive)
  }

  @Test func `an answer that is not read ends the connection after a minute`() throws {
    try ask()
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .seconds(59))
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `reading on in time keeps it`() throws {
    try ask()
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .seconds(59))
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .hours(1))
    #expect(channel.isActive)
  }

  @Test func `a first request that came while the process stood still is read`() throws {
    loop.advanceTime(by: .seconds(9))
    pauses.add(33)
    loop.advanceTime(by: .seconds(1))
    #expect(channel.isActive)
    try ask()
    loop.advanceTime(by: .hours(1))
    #expect(channel.isActive)
  }

  @Test func `a peer that sends nothing has one second more after a standstill, once`() throws {
    pauses.add(33)
    loop.advanceTime(by: .seconds(10))
    #expect(channel.isActive)
    pauses.add(33)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a loop that is late by a second or less has not stood still`() throws {
    pauses.add(1)
    loop.advanceTime(by: .seconds(10))
    #expect(!channel.isActive)
  }

  @Test func `the next request that came while the process stood still is read`() throws {
    try ask()
    try answer()
    pauses.add(80)
    loop.advanceTime(by: .seconds(75))
    #expect(channel.isActive)
    try ask()
    try answer()
    loop.advanceTime(by: .seconds(74))
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a body has its time again after a standstill, once`() throws {
    try channel.writeInbound(head())
    pauses.add(33)
    loop.advanceTime(by: .seconds(59))
    #expect(channel.isActive)
    pauses.add(33)
    loop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `an answer that was read while the process stood still keeps its connection`() throws {
    try ask()
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    pauses.add(90)
    loop.advanceTime(by: .seconds(60))
    #expect(channel.isActive)
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .hours(1))
    #expect(channel.isActive)
  }
}
