import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A mail server on this machine: takes everything, and keeps it.
final class MailServerOnLoopback: Sendable {
  struct Mail: Sendable {
    /// Where it comes back to.
    var sender: String
    var text: String

    func isCalled(_ title: String) -> Bool { text.contains("\nSubject: \(title)\n") }

    /// The text that a person reads: the first part, which has no markup.
    var words: String {
      guard let part = text.firstMatch(of: /: base64\n\n([A-Za-z0-9+\/=\n]+)/),
        let data = Data(base64Encoded: part.1.filter { $0 != "\n" })
      else { return "" }
      return String(decoding: data, as: UTF8.self)
    }

    /// What another server says of it that has no such mailbox (RFC 3464).
    func report(of recipient: String) -> String {
      """
      To: \(sender)
      Content-Type: multipart/report; report-type=delivery-status; boundary=b

      --b
      Content-Type: message/delivery-status

      Reporting-MTA: dns; mx.example

      Final-Recipient: rfc822; \(recipient)
      Action: failed
      Status: 5.1.1

      --b--

      """
    }
  }

  private struct State {
    var mails: [Mail] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let channel = Mutex<(any Channel)?>(nil)

  private var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }

  /// What a server is started with to send its mail by this one.
  var environment: [String: String] {
    [
      "LIFESIGNAL_SMTP_HOST": "127.0.0.1", "LIFESIGNAL_SMTP_PORT": "\(port)",
      "LIFESIGNAL_SMTP_TLS": "none", "LIFESIGNAL_SMTP_FROM": "safe@safe.example",
      "LIFESIGNAL_SMTP_BOUNCE": "bounce@safe.example",
    ]
  }

  static func start() async throws -> MailServerOnLoopback {
    let server = MailServerOnLoopback()
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(server))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    server.channel.withLock { $0 = listener }
    return server
  }

  func stop() async throws {
    try await channel.withLock { $0 }?.close()
  }

  /// A mail of this title, there or to come: the first, or the one after so many.
  func mail(_ title: String, after count: Int = 0) async -> Mail {
    while true {
      let all = state.withLock { $0.mails }
      let found = all.filter { $0.isCalled(title) }
      if found.count > count { return found[count] }
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.mails.count == all.count { state.waiting.append(continuation) }
          return state.mails.count > all.count
        }
        if isThere { continuation.resume() }
      }
    }
  }

  private func take(_ mail: Mail) {
    let waiting = state.withLock { state in
      state.mails.append(mail)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// As much of RFC 5321 as one mail at a time needs.
  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: MailServerOnLoopback
    private var pending = ""
    /// Nil between mails.
    private var mail: Mail?
    private var sender = ""

    init(_ server: MailServerOnLoopback) { self.server = server }

    func channelActive(context: ChannelHandlerContext) { say("220 mail.invalid ready", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      pending += String(buffer: unwrapInboundIn(data))
      while let end = pending.range(of: "\r\n") {
        let line = String(pending[..<end.lowerBound])
        pending = String(pending[end.upperBound...])
        read(line, context)
      }
    }

    private func read(_ line: String, _ context: ChannelHandlerContext) {
      if let whole = mail {
        guard line == "." else {
          mail?.text += (line.hasPrefix(".") ? String(line.dropFirst()) : line) + "\n"
          return
        }
        mail = nil
        server.take(whole)
        return say("250 2.0.0 taken", context)
      }
      switch line.prefix(4).uppercased() {
      case "EHLO": say("250-mail.invalid\r\n250 8BITMIME", context)
      case "MAIL":
        sender = String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
        say("250 2.1.0 fine", context)
      case "DATA":
        mail = Mail(sender: sender, text: "")
        say("354 go on", context)
      case "QUIT": say("221 2.0.0 bye", context)
      default: say("250 2.0.0 fine", context)
      }
    }

    private func say(_ reply: String, _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply + "\r\n")), promise: nil)
    }
  }
}
