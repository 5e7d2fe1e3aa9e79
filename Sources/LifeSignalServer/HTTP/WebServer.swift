import Foundation
import Hummingbird
import HummingbirdCore
import LifeSignalWeb
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Answers requests with the web room's routes until a graceful shutdown.
///
/// Hummingbird's own application brings a date service that takes up to a second to notice a
/// shutdown, which is all the time there is; hence this small one.
struct WebServer: Service {
  let responder: any HTTPResponder<WebContext>
  let builder: HTTPServerBuilder
  let settings: Settings
  let logger: Logger
  let shortage: FileShortage
  let firstAccount: String?
  let isListening: @Sendable () -> Void

  func run() async throws {
    let (logger, settings, shortage, firstAccount) = (logger, settings, shortage, firstAccount)
    let dates = ResponseDates()
    let server = try builder.buildServer(
      configuration: ServerConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: nil, backlog: 1024),
      eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup, logger: logger,
      responder: { request, writer, channel in
        let context = WebContext(source: .init(channel: channel, logger: logger))
        var response = await answer(to: request, context)
        response.headers[.date] = dates.now
        try await writer.write(response: response.head, body: response.body)
      },
      onServerRunning: { channel in
        do {
          try await AcceptErrors.guardListener(channel, logger: logger, shortage: shortage)
        } catch {
          logger.critical("the listener is unguarded", metadata: ["error": "\(error)"])
        }
        Announcement(
          settings: settings, port: channel.localAddress?.port ?? settings.port,
          firstAccount: firstAccount
        ).print()
        isListening()
      })
    do {
      try await server.run()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw SettingsError(
        "http.port: cannot listen on \(settings.host) port \(settings.port): \(reason).")
    } catch is SocketAddressError.UnknownHost {
      throw SettingsError("http.host: there is no address for \(settings.host).")
    }
  }
}

extension WebServer {
  /// Runs the routes in a task of their own.
  ///
  /// A task keeps the memory of its deepest call until it ends, and a connection's task waits for
  /// hours while a stream is idle: without this each stream would hold 20 KiB of a long gone request.
  private func answer(to request: Request, _ context: WebContext) async -> Response {
    let work = Task {
      do {
        return try await responder.respond(to: request, context: context)
      } catch {
        // The routes answer every error themselves; this is for errors outside of them.
        return Response(status: .internalServerError)
      }
    }
    return await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
  }
}

extension WebServer: CustomStringConvertible {
  var description: String { "WebServer" }
}

/// The `Date` header (RFC 9110 §6.6.1), written once a second however many answers there are.
private final class ResponseDates: Sendable {
  private static let style = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))

  private let newest = Mutex<(second: Int, text: String)>((0, ""))

  var now: String {
    let date = Date()
    let second = Int(date.timeIntervalSince1970)
    return newest.withLock { newest in
      if newest.second != second { newest = (second, date.formatted(Self.style)) }
      return newest.text
    }
  }
}
