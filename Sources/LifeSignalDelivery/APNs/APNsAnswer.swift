import Foundation
import LifeSignalEngine

/// What Apple's push service says (Apple, "Handling notification responses from APNs").
struct APNsAnswer: Sendable {
  /// Why it did not take a message, as far as it matters here or to an operator. Other words are not
  /// repeated: they are foreign.
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

  /// Each is read by itself: a time that is none takes no reason with it.
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
  /// Since when the service knows that the token is dead; it says so with 410.
  var goneSince: Date?

  /// - Parameter body: of an answer that is no yes; anything that is no JSON says nothing.
  init(status: Int, body: Data, retryAfter: Duration?) {
    self.status = status
    let said = try? JSONDecoder().decode(Said.self, from: body)
    reason = said?.reason.flatMap(Reason.init)
    // Nothing is dead since before there were phones with apps, or long after anybody asks.
    goneSince = said?.timestamp.flatMap { Self.believable.contains($0) ? $0 / 1_000 : nil }
      .map { Date(timeIntervalSince1970: $0) }
    self.retryAfter = retryAfter
  }

  /// Milliseconds since 1970: the years 2008 to 2262.
  private static let believable = 1_199_145_600_000.0...9_214_646_400_000.0

  /// Whether another token may be believed.
  var asksForToken: Bool {
    status == 403 && (reason == .expiredProviderToken || reason == .invalidProviderToken)
  }

  /// Nil when the message was taken.
  ///
  /// A token that belongs to another app is no dead one: then the operator's topic is wrong, and all
  /// phones would be forgotten for it. What the operator has to mend is refused rather than tried
  /// again, so that an alarm goes the next way at once.
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
