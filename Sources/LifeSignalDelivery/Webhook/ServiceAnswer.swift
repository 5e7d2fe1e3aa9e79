import AsyncHTTPClient
import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOCore
import NIOHTTP1

/// A service's answer to a message, in the form that all services share.
struct ServiceAnswer: Sendable {
  var status: Int
  var body: Data
  /// From the header.
  var retryAfter: Duration?

  /// - Throws: if the body is much longer than a receipt, which has one or two thousand bytes.
  init(_ response: HTTPClientResponse, now: Date) async throws {
    status = Int(clamping: response.status.code)
    body = Data(try await response.body.collect(upTo: 64 * 1_024).readableBytesView)
    retryAfter = RetryAfter.read(response.headers.first(name: "Retry-After"), now: now)
  }

  /// The body as JSON; nil for anything else.
  func json<Content: Decodable>(_ type: Content.Type) -> Content? {
    try? JSONDecoder().decode(type, from: body)
  }

  /// The failure by the status alone, if the body has no better information.
  /// - Parameters:
  ///   - isOurs: whether the account is the operator's: they fix a wrong one, and waiting messages
  ///     are sent.
  ///   - wait: the body's own time for the next attempt.
  func failure(_ name: String, isOurs: Bool, wait: Duration? = nil) -> CourierFailure {
    let words = "\(name): answered \(status)"
    return switch status {
    case 410: .addressGone(words)
    case 200..<300: .transient("\(words) without a receipt")
    case 408, 425, 429, 500...: .transient(words, retryAfter: wait ?? retryAfter)
    case 401, 403, 404: isOurs ? .transient(words) : .rejected(words)
    default: .rejected(words)
    }
  }
}
