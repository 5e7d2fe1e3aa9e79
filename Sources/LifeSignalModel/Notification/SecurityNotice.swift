import Foundation

/// News of what opens an account or says where its messages go.
///
/// It goes to every channel at once, each for itself: whoever has taken over one of them, or the phone it
/// comes to, must not be able to keep it from the others.
enum SecurityNotice: String, CaseIterable {
  case channel, push, device, token, phone, thing, session, passkey, codes

  /// - Parameter key: of an entry or of a message about it, "event:subject:…".
  static func isOne(_ key: String) -> Bool {
    let parts = key.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == NotificationEvent.system.rawValue else { return false }
    return SecurityNotice(rawValue: String(parts[1])) != nil
  }
}

extension Channel.Step {
  /// Not after the others. Quiet hours are kept.
  var forItself: Self {
    var step = self
    step.at = waits ? at : at - Double(rank) * Rung.queued.limit
    step.rank = 0
    return step
  }
}
