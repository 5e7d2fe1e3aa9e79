import Crypto
import Foundation

/// An operator's account at Apple's push service, and what its app may do there (Apple,
/// "Establishing a token-based connection to APNs").
public struct APNsAccount: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// How strongly an alert may interrupt; Apple grants each level but the first to an app. Raw
  /// values are those of the settings.
  public enum Interruption: String, Sendable, CaseIterable {
    /// Like any other notification.
    case active
    /// Through Focus and the summary: the capability "Time Sensitive Notifications".
    case timeSensitive = "time-sensitive"
    /// Through the mute switch too: the entitlement "Critical Alerts", which Apple gives on request.
    case critical
  }

  /// For apps from the store and from test flights.
  public static let production = "https://api.push.apple.com"
  /// For apps that were built for development.
  public static let sandbox = "https://api.sandbox.push.apple.com"

  /// The key's, 10 characters.
  public var keyID: String
  /// The developer account's, 10 characters.
  public var teamID: String
  /// The bundle ID of the app.
  public var topic: String
  /// Scheme, host and port, without a slash at its end.
  public var baseURL: String
  public var interruption: Interruption
  /// A PEM file of certificates to trust instead of the system's.
  public var authorities: String?
  /// A key of the curve P-256, 32 bytes. A secret: never logged.
  let key: Data

  /// - Parameter pem: the content of the `.p8` file: one private key (PKCS #8) on the curve P-256.
  /// - Throws: if it is anything else.
  public init(
    pem: String, keyID: String, teamID: String, topic: String,
    baseURL: String = APNsAccount.production, interruption: Interruption = .active,
    authorities: String? = nil
  ) throws {
    key = try P256.Signing.PrivateKey(pemRepresentation: pem).rawRepresentation
    self.keyID = keyID
    self.teamID = teamID
    self.topic = topic
    self.baseURL = baseURL
    self.interruption = interruption
    self.authorities = authorities
  }

  public var description: String { "APNsAccount(\(topic) at \(baseURL))" }
  public var customMirror: Mirror {
    Mirror(self, children: ["topic": topic, "baseURL": baseURL, "keyID": keyID])
  }
}
