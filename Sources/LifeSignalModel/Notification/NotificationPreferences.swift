public import Foundation

/// Which reminders and pushes a person wants. They never suppress an entry in the centre.
public struct NotificationPreferences: Equatable, Codable, Sendable {
  /// The master switch; mutes reminders only.
  public var isNotificationsEnabled: Bool
  public var notify30MinBefore: Bool
  public var notify2HoursBefore: Bool
  /// Further reminders that the person chose. Nil from a client that does not know of them, which
  /// leaves the existing ones unchanged; stored preferences always have a value.
  public var ownReminders: OwnReminders?
  public var alertNotifications: Bool
  public var pingNotifications: Bool
  public var checkInNotifications: Bool
  public var contactNotifications: Bool

  public init(
    isNotificationsEnabled: Bool = true,
    notify30MinBefore: Bool = false,
    notify2HoursBefore: Bool = true,
    ownReminders: OwnReminders? = [],
    alertNotifications: Bool = true,
    pingNotifications: Bool = true,
    checkInNotifications: Bool = true,
    contactNotifications: Bool = true
  ) {
    self.isNotificationsEnabled = isNotificationsEnabled
    self.notify30MinBefore = notify30MinBefore
    self.notify2HoursBefore = notify2HoursBefore
    self.ownReminders = ownReminders
    self.alertNotifications = alertNotifications
    self.pingNotifications = pingNotifications
    self.checkInNotifications = checkInNotifications
    self.contactNotifications = contactNotifications
  }

  /// Seconds before the deadline: 7,200 if the two-hour flag is on, else 1,800, else 0. Own reminders
  /// stand beside it.
  public var reminderInterval: TimeInterval {
    notify2HoursBefore ? 7_200 : notify30MinBefore ? 1_800 : 0
  }

  /// A copy in which, of the two switches, exactly that of the lead is on; nil unless it is 0, 1,800
  /// or 7,200. Own reminders stay.
  public func withReminderInterval(_ seconds: TimeInterval) -> NotificationPreferences? {
    guard seconds == 0 || CheckInSettings.offeredReminders.contains(seconds) else { return nil }
    var copy = self
    copy.notify2HoursBefore = seconds == 7_200
    copy.notify30MinBefore = seconds == 1_800
    return copy
  }
}

extension Edit<NotificationPreferences> {
  public func applied(to stored: NotificationPreferences) -> NotificationPreferences {
    var result = stored
    store(\.isNotificationsEnabled, in: &result.isNotificationsEnabled)
    store(\.notify30MinBefore, in: &result.notify30MinBefore)
    store(\.notify2HoursBefore, in: &result.notify2HoursBefore)
    store(\.alertNotifications, in: &result.alertNotifications)
    store(\.pingNotifications, in: &result.pingNotifications)
    store(\.checkInNotifications, in: &result.checkInNotifications)
    store(\.contactNotifications, in: &result.contactNotifications)
    let own = stored.ownReminders ?? []
    // Each reminder is a change of its own.
    result.ownReminders =
      wanted.ownReminders.map { own.changed(from: seen?.ownReminders ?? own, to: $0) } ?? own
    return result
  }
}
