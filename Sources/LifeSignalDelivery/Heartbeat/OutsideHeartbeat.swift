import AsyncHTTPClient
public import Foundation
public import LifeSignalEngine
public import Logging
import NIOCore
import NIOHTTP1
public import ServiceLifecycle

/// Reports to an outside watcher that this server is well, as long as it is: a watcher that gets no
/// report knows that something is wrong, whatever it is.
///
/// Any watcher that accepts a GET will do; Healthchecks is one. The URL is the operator's own and a
/// secret: it is never logged.
public struct OutsideHeartbeat: Service {
  /// The URL cannot be requested.
  public struct InvalidURL: Error, Equatable {
    public init() {}
  }

  /// The watcher answered, and not with 2xx.
  public struct NotTaken: Error, Equatable {
    public init() {}
  }

  private let send: @Sendable () async throws -> Void
  private let isWell: @Sendable () async -> Bool
  private let interval: TimeInterval
  private let clock: any ServerClock
  private let logger: Logger

  /// - Parameters:
  ///   - interval: seconds between two beats.
  ///   - isWell: called before each beat.
  ///   - send: sends one beat; fails if the watcher did not receive it.
  public init(
    every interval: TimeInterval, clock: any ServerClock, logger: Logger,
    isWell: @escaping @Sendable () async -> Bool,
    send: @escaping @Sendable () async throws -> Void
  ) {
    self.interval = interval
    self.clock = clock
    self.logger = logger
    self.isWell = isWell
    self.send = send
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown {
      var wasHeard = true
      while !Task.isCancelled {
        wasHeard = await turn(wasHeard: wasHeard)
        try? await clock.sleep(until: clock.now + interval)
      }
    }
  }

  /// Sends one beat, if all is well. Logs once when the watcher does not receive it, and once when
  /// it does again.
  /// - Returns: whether it was received; deliberate silence repeats the last result.
  @discardableResult
  public func turn(wasHeard: Bool = true) async -> Bool {
    guard await isWell() else {
      logger.error("not ready, so no heartbeat is sent")
      return wasHeard
    }
    do {
      try await send()
      if !wasHeard { logger.notice("the heartbeat is heard again") }
      return true
    } catch {
      if wasHeard {
        logger.error("the heartbeat is not heard", metadata: ["error": "\(type(of: error))"])
      }
      return false
    }
  }

  /// GETs a URL: 10 seconds, no redirects; only 2xx counts as received.
  /// - Throws: ``InvalidURL``.
  public static func get(_ url: String) throws -> @Sendable () async throws -> Void {
    guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme ?? ""),
      parts.host?.isEmpty == false
    else { throw InvalidURL() }
    return {
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
      )
      do {
        let answer = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
        try await client.shutdown()
        guard (200..<300).contains(answer.status.code) else { throw NotTaken() }
      } catch {
        try? await client.shutdown()
        throw error
      }
    }
  }
}
