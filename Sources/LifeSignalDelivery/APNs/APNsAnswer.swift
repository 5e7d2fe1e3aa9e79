import Foundation
import LifeSignalEngine

/// An answer of Apple's push service (Apple, "Handling notification responses from APNs").
struct APNsAnswer: Sendable {
  /// Why it did not accept a message, as far as it matters here or to an operator. Other reasons
  /// are not repeated: they are foreign text.
  enum Reason: String, Sendable {
    case badDeviceToken = "BadDeviceToken"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case badTopic = "BadTopic"
    case topicDisallowed = "TopicDisallowed"
    case payloadTooLarge = "PayloadTooLarge"
    case expiredProviderToken = "ExpiredProviderToken"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case badEnvironmentKeyInToken = "BadEnvironmentKeyInToken"
    case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
    case forbidden = "Forbidden"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case idleTimeout = "IdleTimeout"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"
  }

  private enum Key: String, CodingKey {
    case reason, timestamp
  }

  /// The fields are read independently: an invalid time does not invalidate the reason.
  private struct Said: Decodable {
    var reason: String?
    /// Milliseconds since 1970.
    var timestamp: Double?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      reason = try? container.decode(String.self, forKey: .reason)
      timestamp = try? container.decode(Double.self, forKey: .timestamp)
    }
  }

  var status: Int
  var reason: Reason?
  var retryAfter: Duration?
  /// Since when the service knows that the token is dead; part of the answer 410.
  var goneSince: Date?

  /// - Parameter body: of an answer that is not a success; a body that is no JSON is ignored.
  init(status: Int, body: Data, retryAfter: Duration?) {
    self.status = status
    let said = try? JSONDecoder().decode(Said.self, from: body)
    reason = said?.reason.flatMap(Reason.init)
    // No token can have died before apps on phones existed, or long after this request.
    goneSince = said?.timestamp.flatMap { Self.believable.contains($0) ? $0 / 1_000 : nil }
      .map { Date(timeIntervalSince1970: $0) }
    self.retryAfter = retryAfter
  }

  /// Milliseconds since 1970: the years 2008 to 2262.
  private static let believable = 1_199_145_600_000.0...9_214_646_400_000.0

  /// Whether another token may be accepted.
  var asksForToken: Bool {
    status == 403 && (reason == .expiredProviderToken || reason == .invalidProviderToken)
  }

  /// Nil when the message was accepted.
  ///
  /// A token that belongs to another app does not count as dead: then the operator's topic is
  /// wrong, and all phones would be forgotten because of it. A fault that the operator has to fix
  /// is a rejection rather than a reason to retry, so that an alert goes to the next channel
  /// immediately.
  var failure: CourierFailure? {
    let words = "apns: answered \(status)" + (reason.map { " (\($0.rawValue))" } ?? "")
    return switch (status, reason) {
    case (200, _): nil
    case (410, _): .addressGone(words, since: goneSince)
    case (400, .badDeviceToken): .addressGone(words)
    case (400, .idleTimeout), (408, _), (429, _), (500..., _):
      .transient(words, retryAfter: retryAfter)
    default: .rejected(words)
    }
  }
}
