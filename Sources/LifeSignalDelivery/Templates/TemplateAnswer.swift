import Foundation
import LifeSignalEngine

/// What a service says to a message, as far as they all say the same.
struct TemplateAnswer: Sendable {
  var status: Int
  var body: Data
  /// From the header.
  var retryAfter: Duration?

  /// The body as JSON; nil for anything else.
  func json<Content: Decodable>(_ type: Content.Type) -> Content? {
    try? JSONDecoder().decode(type, from: body)
  }

  /// By the status alone, where the body says nothing better.
  /// - Parameters:
  ///   - isOurs: whether the account is the operator's: a wrong one is mended, and what waits is sent.
  ///   - wait: what the body says about when to come back.
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
