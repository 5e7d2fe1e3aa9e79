public import LifeSignalModel

/// Reminders of the person's own choosing, beside the two switches.
extension NotificationPreferencesFeature.State {
  public var ownReminders: OwnReminders { preferences.ownReminders ?? [] }

  /// What can be added, in minutes, shortest first; none once there are as many as there may be.
  public var offeredReminders: [Int] {
    let own = ownReminders.minutes
    guard own.count < OwnReminders.most else { return [] }
    return OwnReminders.offered.filter { !own.contains($0) }
  }

  /// What the button adds, in minutes: what was chosen, as long as it is offered.
  public var reminderToAdd: Int? {
    let offered = offeredReminders
    return offered.first { $0 == chosenReminder } ?? offered.first
  }
}
