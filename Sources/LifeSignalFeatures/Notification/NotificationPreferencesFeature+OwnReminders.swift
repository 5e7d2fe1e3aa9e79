public import LifeSignalModel

/// Reminders of the person's own choosing, beside the two switches.
extension NotificationPreferencesFeature.State {
  public var ownReminders: OwnReminders { preferences.ownReminders ?? [] }

  /// The reminders that can be added, in minutes, shortest first; none once the maximum is reached.
  public var offeredReminders: [Int] {
    let own = ownReminders.minutes
    guard own.count < OwnReminders.most else { return [] }
    return OwnReminders.offered.filter { !own.contains($0) }
  }

  /// The reminder that the button adds, in minutes: the chosen one, as long as it is offered.
  public var reminderToAdd: Int? {
    let offered = offeredReminders
    return offered.first { $0 == chosenReminder } ?? offered.first
  }
}
