import LifeSignalModel

extension NotificationFeature.State {
  mutating func replace(_ notifications: [NotificationData]) {
    self.notifications = notifications.sorted(by: NotificationData.isNewer)
    isLoading = false
    hasLoaded = true
  }

  /// Puts one notification into its place, never twice.
  mutating func upsert(_ notification: NotificationData) {
    notifications.removeAll { $0.id == notification.id }
    let index = notifications.firstIndex { !NotificationData.isNewer($0, notification) }
    notifications.insert(notification, at: index ?? notifications.count)
  }

  mutating func markRead(_ ids: Set<NotificationData.ID>) {
    for index in notifications.indices where ids.contains(notifications[index].id) {
      notifications[index].isRead = true
    }
  }
}

extension NotificationData {
  static func isNewer(_ a: NotificationData, _ b: NotificationData) -> Bool {
    (a.timestamp, a.id) > (b.timestamp, b.id)
  }

  /// The target of a tap: the subject itself, else the person it is about, else none.
  ///
  /// A removed contact no longer exists, so there is nothing to open.
  var target: NotificationFeature.Action.Delegate? {
    let contact = relatedContactID.map(NotificationFeature.Action.Delegate.navigateToContact)
    return switch type {
    case .alert: relatedAlertID.map { .navigateToAlert($0) } ?? contact
    case .ping: relatedPingID.map { .navigateToPing($0) } ?? contact
    case .role, .added: contact
    case .checkIn:
      event == .dependentRecovered || event == .dependentReached ? contact : .navigateToCheckIn
    case .removed, .system, .all: nil
    }
  }
}

extension NotificationResponse {
  var target: NotificationFeature.Action.Delegate? {
    alertID.map { .navigateToAlert($0) } ?? pingID.map { .navigateToPing($0) }
      ?? contactID.map { .navigateToContact($0) }
  }
}
