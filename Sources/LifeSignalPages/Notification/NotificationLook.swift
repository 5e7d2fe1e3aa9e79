package import LifeSignalModel

/// The shape and tint of a notification.
package struct NotificationLook: Equatable {
  package let glyph: Glyph
  package let className: String

  package init(of notification: NotificationData) {
    switch notification.type {
    case .alert where notification.event == .dependentNonResponsive: self.init(.clock, "late")
    case .alert: self.init(.alert, "alert")
    case .ping: self.init(.bell, "ping")
    case .added: self.init(.personPlus, "added")
    case .removed: self.init(.personMinus, "removed")
    case .role: self.init(.people, "role")
    case .checkIn where notification.event == .checkInExpired: self.init(.clock, "late")
    case .checkIn: self.init(.check, "checked")
    case .system, .all: self.init(.info, "system")
    }
  }

  private init(_ glyph: Glyph, _ className: String) {
    self.glyph = glyph
    self.className = className
  }
}

extension NotificationType {
  /// Those that can be filtered by, in the order of the strip.
  static let filters: [Self] = [.all, .alert, .ping, .role, .removed, .added, .checkIn]
}
