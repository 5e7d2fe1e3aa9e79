import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A mail server on this machine that says what a test wants it to say.
final class MailServer: Sendable {
  struct Mail: Equatable, Sendable {
    var sender: String
    var recipients: [String]
    /// With CRLF, as it was before dots were doubled.
    var text: String
  }

  /// What it does instead of what it should.
  enum Fault: Sendable {
    /// Says this in reply to commands that begin with the word.
    case says(String, to: String)
    /// Never replies to them.
    case silent(to: String)
    /// Hangs up on them.
    case hangsUp(on: String)
  }

  private struct State {
    var mails: [Mail] = []
    var commands: [String] = []
    var faults: [Fault] = []
  }

  private let state = Mutex(State())
  private let channel = Mutex<(any Channel)?>(nil)

  var mails: [Mail] { state.withLock { $0.mails } }
  /// What was said to it, apart from mails.
  var commands: [String] { state.withLock { $0.commands } }
  var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }

  func set(_ faults: Fault...) { state.withLock { $0.faults = faults } }

  /// Runs `body` with a server that listens.
  static func with(_ body: (MailServer) async throws -> Void) async throws {
    let server = MailServer()
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(server))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    server.channel.withLock { $0 = listener }
    do {
      try await body(server)
    } catch {
      try? await listener.close()
      throw error
    }
    try await listener.close()
  }

  /// What is done about a command, or about the end of a mail, which is called `.`.
  private enum Step {
    case say(String), nothing, hangUp
  }

  private func step(for command: String, otherwise reply: String) -> Step {
    state.withLock { state in
      if !command.isEmpty { state.commands.append(command) }
      for fault in state.faults {
        switch fault {
        case .says(let text, let word) where command.hasPrefix(word): return .say(text)
        case .silent(let word) where command.hasPrefix(word): return .nothing
        case .hangsUp(let word) where command.hasPrefix(word): return .hangUp
        default: break
        }
      }
      return .say(reply)
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: MailServer
    private var pending = ""
    private var isData = false
    private var mail = Mail(sender: "", recipients: [], text: "")

    init(_ server: MailServer) { self.server = server }

    func channelActive(context: ChannelHandlerContext) {
      take(server.step(for: "CONNECT", otherwise: "220 mail.invalid ready"), context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      pending += String(buffer: unwrapInboundIn(data))
      while let end = pending.range(of: "\r\n") {
        let line = String(pending[..<end.lowerBound])
        pending = String(pending[end.upperBound...])
        read(line, context)
      }
    }

    private func read(_ line: String, _ context: ChannelHandlerContext) {
      if isData {
        guard line == "." else {
          mail.text += (line.hasPrefix(".") ? String(line.dropFirst()) : line) + "\r\n"
          return
        }
        isData = false
        let step = server.step(for: ".", otherwise: "250 2.0.0 taken")
        if case .say(let reply) = step, reply.hasPrefix("250") {
          server.state.withLock { [mail] in $0.mails.append(mail) }
        }
        return take(step, context)
      }
      switch line.prefix(4).uppercased() {
      case "EHLO":
        take(server.step(for: line, otherwise: "250-mail.invalid\r\n250 8BITMIME"), context)
      case "MAIL":
        mail = Mail(sender: Self.path(line), recipients: [], text: "")
        take(server.step(for: line, otherwise: "250 2.1.0 fine"), context)
      case "RCPT":
        mail.recipients.append(Self.path(line))
        take(server.step(for: line, otherwise: "250 2.1.5 fine"), context)
      case "DATA":
        let step = server.step(for: line, otherwise: "354 go on")
        if case .say(let reply) = step { isData = reply.hasPrefix("354") }
        take(step, context)
      case "QUIT": take(server.step(for: line, otherwise: "221 bye"), context)
      default: take(server.step(for: line, otherwise: "500 what?"), context)
      }
    }

    private static func path(_ line: String) -> String {
      String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    private func take(_ step: Step, _ context: ChannelHandlerContext) {
      switch step {
      case .say(let reply):
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply + "\r\n")), promise: nil)
      case .nothing: break
      case .hangUp: context.close(promise: nil)
      }
    }
  }
}
