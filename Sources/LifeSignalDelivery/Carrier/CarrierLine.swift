import AsyncHTTPClient
import Foundation
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
  let limit: TimeInterval
  let now: @Sendable () -> Date

  /// - Throws: `CourierFailure`; `CancellationError` when cancelled.
  func post(_ form: CarrierForm, to resource: CarrierResource, key: String) async throws {
    let answer = try await request(form, to: resource, key: key)
      .send(for: resource.name, within: limit) { try await ServiceAnswer($0, now: now()) }
    try CarrierAnswer(answer: answer).check(resource.name)
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
