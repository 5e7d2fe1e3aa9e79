import AsyncHTTPClient
import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOCore
import NIOHTTP1

/// The resource created at the carrier: the last part of an address.
enum CarrierResource: String, Sendable {
  case messages = "Messages"
  case calls = "Calls"

  /// The prefix of every reason.
  var name: String {
    switch self {
    case .messages: "sms"
    case .calls: "voice"
    }
  }
}

/// Hands one message or call to the carrier, and interprets the answer.
struct CarrierLine: Sendable {
  let account: CarrierAccount
  /// Seconds from the first byte sent to the head of the answer, and between two pieces of it. The
  /// delivery's own time limit ends an answer that drips on longer.
  let limit: TimeInterval
  let now: @Sendable () -> Date

  /// The most bytes of an answer: a receipt has one or two thousand.
  static let mostBytes = 64 * 1024

  /// - Throws: `CourierFailure`; `CancellationError` when cancelled.
  func post(_ form: CarrierForm, to resource: CarrierResource, key: String) async throws {
    // A client of its own, as for a webhook: one that is stuck delays no other.
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .milliseconds(Int64(clamping: limit * 1_000))))
    configuration.httpVersion = .http1Only
    configuration.decompression = .disabled
    configuration.maximumUsesPerConnection = 1
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      let answer = try await client.execute(
        request(form, to: resource, key: key),
        timeout: .milliseconds(Int64(clamping: limit * 1_000)))
      let body = try await answer.body.collect(upTo: Self.mostBytes)
      try await client.shutdown()
      try CarrierAnswer(
        status: Int(clamping: answer.status.code), body: Data(body.readableBytesView),
        retryAfter: RetryAfter.read(answer.headers.first(name: "Retry-After"), now: now())
      ).check(resource.name)
    } catch let failure as CourierFailure {
      throw failure
    } catch {
      try? await client.shutdown()
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      // The name of the error only: its text may contain the address.
      let reason = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
      throw CourierFailure.transient("\(resource.name): \(reason)")
    }
  }

  private func request(
    _ form: CarrierForm, to resource: CarrierResource, key: String
  ) -> HTTPClientRequest {
    var request = HTTPClientRequest(
      url: "\(account.baseURL)/2010-04-01/Accounts/\(account.sid)/\(resource.rawValue).json")
    request.method = .POST
    request.headers = [
      "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
      "User-Agent": "LifeSignal", "Authorization": account.authorization, "Idempotency-Key": key,
    ]
    request.body = .bytes(ByteBuffer(string: form.encoded))
    return request
  }
}
