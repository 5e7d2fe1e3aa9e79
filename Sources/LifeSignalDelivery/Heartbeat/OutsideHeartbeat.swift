import AsyncHTTPClient
public import Foundation
public import LifeSignalEngine
public import Logging
import NIOCore
import NIOHTTP1
public import ServiceLifecycle

/// Tells an outside watcher that we are well, as long as we are: who hears nothing knows that
/// something is wrong, whatever it is.
///
/// Any watcher that takes a GET will do; Healthchecks is one. The URL is the operator's own and a
/// secret: it is never logged.
public struct OutsideHeartbeat: Service {
  /// Nobody can be asked at such a URL.
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
  ///   - isWell: asked before each beat.
  ///   - send: one beat; fails when it was not heard.
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

  /// One beat, if all is well. Said once when nobody hears it, and once when somebody does again.
  /// - Returns: whether it was heard; silence on purpose counts as before.
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

  /// GETs a URL: 10 seconds, no redirects, 2xx or it was not heard.
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
