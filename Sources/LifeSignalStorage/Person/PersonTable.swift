import LifeSignalModel

extension SQLTable {
  static let people = SQLTable(
    name: "people",
    columns: [
      "id", "first_name", "last_name", "phone_number", "phone_region", "emergency_note", "qr_code",
      "profile_complete", "notify", "notify_30m", "notify_2h", "notify_alerts", "notify_pings",
      "notify_check_ins", "notify_contacts", "language", "created_at", "updated_at",
      "last_sign_in_at",
      "revision", "picture", "own_reminders", "quiet_from", "quiet_until", "quiet_zone",
    ])
}

extension Person {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), firstName: try row.text(), lastName: try row.text(),
      phoneNumber: try row.text(), phoneRegion: try row.choice(), emergencyNote: try row.text(),
      qrCode: QRCodeID(rawValue: try row.text()), profileComplete: try row.flag(),
      notifications: NotificationPreferences(
        isNotificationsEnabled: try row.flag(), notify30MinBefore: try row.flag(),
        notify2HoursBefore: try row.flag(), alertNotifications: try row.flag(),
        pingNotifications: try row.flag(), checkInNotifications: try row.flag(),
        contactNotifications: try row.flag()),
      // A language that has gone is no reason to lose the person.
      language: try row.optional { try $0.text() }.flatMap(Language.init(rawValue:)),
      createdAt: try row.date(), updatedAt: try row.date(), lastSignInAt: try row.date(),
      revision: try row.int64(), picture: try row.optional { Picture.ID(rawValue: try $0.text()) })
    notifications.ownReminders = OwnReminders(stored: try row.text())
    let from = try row.optional { try $0.int() }.flatMap(TimeOfDay.init(minutes:))
    let until = try row.optional { try $0.int() }.flatMap(TimeOfDay.init(minutes:))
    let zone = try row.optional { try $0.text() }.flatMap { Zone($0) }
    // Quiet hours that cannot be read are none: then everything comes.
    if let from, let until, let zone {
      quietHours = QuietHours(from: from, until: until, zone: zone)
    }
  }

  /// In the order of ``SQLTable/people``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), .text(firstName), .text(lastName), .text(phoneNumber),
      .text(phoneRegion.rawValue), .text(emergencyNote), .text(qrCode.rawValue),
      .flag(profileComplete), .flag(notifications.isNotificationsEnabled),
      .flag(notifications.notify30MinBefore), .flag(notifications.notify2HoursBefore),
      .flag(notifications.alertNotifications), .flag(notifications.pingNotifications),
      .flag(notifications.checkInNotifications), .flag(notifications.contactNotifications),
      .text(language?.rawValue),
      .date(createdAt), .date(updatedAt), .date(lastSignInAt), .int64(revision),
      .text(picture?.rawValue), .text(notifications.ownReminders?.stored ?? ""),
      quietHours.map { .int($0.from.minutes) } ?? .null,
      quietHours.map { .int($0.until.minutes) } ?? .null, .text(quietHours?.zone.identifier),
    ]
  }
}

/// "480 15". A time that cannot be read is no reason to lose the person.
extension OwnReminders {
  fileprivate init(stored text: String) {
    self.init(text.split(separator: " ").compactMap { Int($0) })
  }

  fileprivate var stored: String { minutes.map(String.init).joined(separator: " ") }
}
