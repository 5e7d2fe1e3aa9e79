import Foundation

/// Decides which requests also go to the channels of the person asked.
///
/// Anyone who has a person's code can ask them. All requests wait in the app; these limits keep a
/// sender from filling a phone that is not theirs.
enum RequestMessages {
  /// Askers whose requests are sent to one person within 24 hours.
  static let mostAskers = 10
  /// Seconds until the same asker's next request is sent.
  static let pause: TimeInterval = 86_400
  /// The prefix of such a message's key, after its event.
  static let step = "ask"

  /// - Parameter messages: the newest to the person who is asked.
  static func hasRoom(for asker: Person.ID, among messages: [Delivery], at now: Date) -> Bool {
    let askers = Set(messages.filter { $0.createdAt > now - pause }.compactMap(\.contactRequest))
    return !askers.contains(asker) && askers.count < mostAskers
  }
}

extension Delivery {
  /// The person who asks, for a message about a contact request.
  var contactRequest: Person.ID? {
    let parts = dedupeKey.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[0] == NotificationEvent.contactAddedYou.rawValue,
      parts[1] == RequestMessages.step
    else { return nil }
    return Person.ID(rawValue: String(parts[2]))
  }
}
