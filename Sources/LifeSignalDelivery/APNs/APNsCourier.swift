import AsyncHTTPClient
public import Foundation
public import LifeSignalEngine
import LifeSignalModel
public import Logging
import NIOCore
import NIOHTTP1

/// Sends messages to the app on phones, by Apple's push service over HTTP/2
/// (Apple, "Sending notification requests to APNs").
///
/// The service can read them: unlike messages to browsers they are not encrypted for the phone.
public final class APNsCourier: Courier {
  /// The most bytes of an answer.
  private static let mostBytes = 4_096

  private let account: APNsAccount
  private let token: APNsToken
  private let line: APNsLine
  private let limit: TimeInterval
  private let logger: Logger
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - limit: seconds from the first byte sent to the head of the answer, and between two pieces.
  ///   - now: the true time, also in a demo: the service compares it with its own.
  /// - Throws: if the file of certificates cannot be used.
  public init(
    _ account: APNsAccount, limit: TimeInterval = 10,
    logger: Logger = Logger(label: "lifesignal.delivery"), now: @escaping @Sendable () -> Date
  ) throws {
    self.account = account
    self.limit = limit
    self.logger = logger
    self.now = now
    token = try APNsToken(account)
    line = try APNsLine(authorities: account.authorities, read: limit)
  }

  public func deliver(_ message: CourierMessage) async throws {
    guard let device = DeviceToken(message.address) else {
      throw CourierFailure.addressGone("apns: not a token")
    }
    let used = try token.text(at: now())
    var request = try request(message, to: device, with: used)
    var answer = try await answer(to: request)
    if answer.asksForToken, let other = try token.text(insteadOf: used, at: now()) {
      request.headers.replaceOrAdd(name: "authorization", value: "bearer \(other)")
      answer = try await self.answer(to: request)
    }
    guard let failure = answer.failure else { return }
    // Apple needs this ID to tell what became of a message.
    logger.notice(
      "Apple's push service did not take a message",
      metadata: [
        "message": "\(message.idempotencyKey)", "apns-id": "\(APNsName.id(of: message))",
        "status": "\(answer.status)", "reason": "\(answer.reason?.rawValue ?? "")",
      ])
    throw failure
  }

  private func request(
    _ message: CourierMessage, to device: DeviceToken, with token: String
  ) throws -> HTTPClientRequest {
    var request = HTTPClientRequest(url: "\(account.baseURL)/3/device/\(device.text)")
    request.method = .POST
    let end = now().timeIntervalSince1970 + message.priority.patience
    request.headers = [
      "authorization": "bearer \(token)", "apns-topic": account.topic, "apns-push-type": "alert",
      "apns-priority": "\(message.apnsPriority)", "apns-expiration": "\(Int(clamping: end))",
      "apns-id": APNsName.id(of: message), "apns-collapse-id": APNsName.collapse(message),
      "content-type": "application/json", "user-agent": "LifeSignal",
    ]
    let body = try APNsMessage(message, account.interruption).encoded()
    request.body = .bytes(ByteBuffer(bytes: body))
    return request
  }

  private func answer(to request: HTTPClientRequest) async throws -> APNsAnswer {
    try await line.ask { client in
      do {
        let answer = try await client.http.execute(
          request, timeout: .milliseconds(Int64(clamping: limit * 1_000)))
        // A success has no body, and only its head counts; an answer that breaks off gives no
        // reason.
        let body = try? await answer.body.collect(upTo: Self.mostBytes)
        try Task.checkCancellation()
        return APNsAnswer(
          status: Int(clamping: answer.status.code),
          body: Data((body ?? ByteBuffer()).readableBytesView),
          retryAfter: RetryAfter.read(answer.headers.first(name: "Retry-After"), now: now()))
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        line.giveUp(client)
        // The name of the error only: its text may contain the token of the phone.
        let name = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
        throw CourierFailure.transient("apns: \(name)")
      }
    }
  }
}
