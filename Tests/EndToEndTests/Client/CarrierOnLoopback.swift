import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A carrier of texts on this machine: takes everything, and tells the server what came back.
final class CarrierOnLoopback: Sendable {
  static let account = "AC0123"
  static let token = "0123456789abcdef0123456789abcdef"
  /// What the server was told its own address is; only the signature is made of it.
  static let origin = "http://127.0.0.1:9"

  private struct State {
    var texts: [[String: String]] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let server = Mutex<(any Channel)?>(nil)

  /// Every text taken, its fields by name.
  var texts: [[String: String]] { state.withLock { $0.texts } }
  var port: Int { server.withLock { $0?.localAddress?.port ?? 0 } }

  /// What a server is started with to use this carrier.
  var environment: [String: String] {
    [
      "LIFESIGNAL_CARRIER_ACCOUNT": Self.account, "LIFESIGNAL_CARRIER_TOKEN": Self.token,
      "LIFESIGNAL_CARRIER_URL": "http://127.0.0.1:\(port)", "LIFESIGNAL_SMS_FROM": "+15550009999",
      "LIFESIGNAL_HTTP_ORIGIN": Self.origin,
    ]
  }

  static func start() async throws -> CarrierOnLoopback {
    let carrier = CarrierOnLoopback()
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Handler(carrier))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    carrier.server.withLock { $0 = server }
    return carrier
  }

  func stop() async throws {
    try await server.withLock { $0 }?.close()
  }

  /// The first text there is or will be.
  func firstText() async -> [String: String] { await text { _ in true } }

  /// The first of those that satisfy the condition.
  func text(_ isMeant: ([String: String]) -> Bool) async -> [String: String] {
    while true {
      let known = texts
      if let text = known.first(where: isMeant) { return text }
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.texts.count == known.count { state.waiting.append(continuation) }
          return state.texts.count > known.count
        }
        if isThere { continuation.resume() }
      }
    }
  }

  /// Hands the server a text from this number, signed, and returns its answer.
  func bring(
    _ words: String, from number: String, id: String, to browser: Browser
  ) async throws -> Browser.Answer {
    let path = "/callbacks/sms/reply"
    let fields = [("Body", words), ("From", number), ("MessageSid", id)]
    let signed = fields.reduce(Self.origin + path) { $0 + $1.0 + $1.1 }
    let code = HMAC<Insecure.SHA1>.authenticationCode(
      for: Data(signed.utf8), using: SymmetricKey(data: Data(Self.token.utf8)))
    let body = fields.map {
      "\($0.0)=\($0.1.replacing("+", with: "%2B").replacing(" ", with: "+"))"
    }
    return try await browser.request(
      .POST, path,
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("X-Twilio-Signature", Data(code).base64EncodedString()),
      ], body: body.joined(separator: "&"))
  }

  private func take(_ head: HTTPRequestHead, _ body: String) -> HTTPResponseStatus {
    let shown = "Basic " + Data("\(Self.account):\(Self.token)".utf8).base64EncodedString()
    guard head.uri == "/2010-04-01/Accounts/\(Self.account)/Messages.json",
      head.headers.first(name: "Authorization") == shown
    else { return .unauthorized }
    let fields = body.split(separator: "&").map { field in
      let parts = field.replacing("+", with: " ").split(separator: "=", maxSplits: 1)
      return (String(parts[0]), parts.last.flatMap { $0.removingPercentEncoding } ?? "")
    }
    let waiting = state.withLock { state in
      state.texts.append(Dictionary(fields, uniquingKeysWith: { first, _ in first }))
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
    return .created
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let carrier: CarrierOnLoopback
    private var head: HTTPRequestHead?
    private var body = ""

    init(_ carrier: CarrierOnLoopback) { self.carrier = carrier }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): self.head = head
      case .body(let bytes): body += String(buffer: bytes)
      case .end:
        guard let head else { return }
        let answer = HTTPResponseHead(version: .http1_1, status: carrier.take(head, body))
        context.write(wrapOutboundOut(.head(answer)), promise: nil)
        let receipt = ByteBuffer(string: #"{"sid": "SM0123", "status": "queued"}"#)
        context.write(wrapOutboundOut(.body(.byteBuffer(receipt))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }
  }
}
