import Foundation

/// A notice about a change in who can open an account or where its messages go.
///
/// It goes to every channel immediately and independently, also in quiet hours: an intruder who controls
/// one channel, or the phone it goes to, must not be able to keep the notice from the others. For a day it
/// also goes to channels that were switched off or removed: see ``Decision/warn(_:through:at:)``.
enum SecurityNotice: String, CaseIterable {
  case channel, push, device, token, phone, thing, session, passkey, codes, guesses, stop

  /// Seconds for which a channel that was switched off or removed still receives them.
  static let former: TimeInterval = 86_400

  /// - Parameter key: the key of an entry or of a message about it, "event:subject:…".
  static func isOne(_ key: String) -> Bool {
    let parts = key.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == NotificationEvent.system.rawValue else { return false }
    return SecurityNotice(rawValue: String(parts[1])) != nil
  }
}

extension Delivery {
  /// - Parameter key: a ``dedupeKey``.
  public static func isSecurityNotice(_ key: String) -> Bool { SecurityNotice.isOne(key) }
}

extension Channel.Step {
  /// Waits neither for the other channels nor for the quiet hours.
  func forItself(at now: Date) -> Self {
    Self(rank: 0, channel: channel, at: now)
  }
}

extension Decision {
  /// A security notice, with the parts needed to send it to more channels.
  public struct Warning: Equatable, Sendable {
    public var person: Person.ID
    var entry: NotificationRecord
    var title: String
    var body: String
    var priority: Delivery.Priority
  }

  /// Sends the warning to the channels that its person has lost within a day, or loses by this decision.
  ///
  /// Otherwise an intruder with the person's phone could switch off the other channels one by one, and
  /// their next changes would go unnoticed.
  /// - Parameter stored: all channels of the person, as they are before this decision.
  public mutating func warn(_ warning: Warning, through stored: [Channel], at moment: Moment) {
    let told = Set(deliveries.filter { $0.notification == warning.entry.id }.map(\.channel))
    var losing: Set<Channel.ID> = []
    for case .updateChannel(let channel) in mutations where channel.isLostByPerson {
      losing.insert(channel.id)
    }
    for channel in stored where !told.contains(channel.id) {
      let isFormer =
        channel.isLostByPerson
        && channel.disabledAt.map { $0 > moment.now - SecurityNotice.former } ?? false
      guard isFormer || losing.contains(channel.id), channel.kind.carries(warning.priority) else {
        continue
      }
      send(
        warning.entry, warning.title, warning.body, warning.priority,
        by: Channel.Step(rank: 0, channel: channel, at: moment.now), about: nil, at: moment)
    }
  }
}

extension Channel {
  /// Whether a signed-in user or a STOP turned it off, rather than a failure to deliver there.
  ///
  /// One that was in use stays lost while it waits for a new code: a request for one proves nothing.
  var isLostByPerson: Bool {
    switch off {
    case .byPerson, .removed, .stopped: true
    case .unverified: heardAt != nil
    case nil: false
    }
  }
}
