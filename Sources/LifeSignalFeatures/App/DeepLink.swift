public import Foundation

/// A place in the app that an address names.
public enum DeepLink: Equatable, Sendable {
  case tab(MainTabFeature.Tab)
  case notifications

  /// Reads the first component of the path: `/responders`, `/check-in`, `/notifications` …
  public init?(_ url: URL) {
    switch url.pathComponents.first(where: { $0 != "/" }) {
    case nil, "home": self = .tab(.home)
    case "responders": self = .tab(.responders)
    case "check-in", "checkIn": self = .tab(.checkIn)
    case "dependents": self = .tab(.dependents)
    case "profile": self = .tab(.profile)
    case "notifications": self = .notifications
    default: return nil
    }
  }
}
