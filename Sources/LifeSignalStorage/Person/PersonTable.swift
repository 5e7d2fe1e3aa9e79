import Foundation
import LifeSignalModel

extension SQLTable {
  static let people = SQLTable(
    name: "people",
    columns: [
      "id", "phone_number", "phone_region", "qr_code", "profile_complete", "notify", "notify_30m",
      "notify_2h", "notify_alerts", "notify_pings", "notify_check_ins", "notify_contacts",
      "language", "created_at", "updated_at", "last_sign_in_at", "revision", "picture",
      "own_reminders", "quiet_from", "quiet_until", "quiet_zone", "email",
    ] + Profile.Field.allCases.map(\.column),
    unique: ["(phone_number)", "(qr_code)", "(email) WHERE email IS NOT NULL"])
}

extension Person {
  init(_ row: inout SQLRow) throws {
    row.begin(.people)
    let id: ID = try row.id()
    // An unreadable value never removes the person: an alert needs only their id.
    let stored = row.read(or: "") { try $0.text() }
    let phoneNumber = stored.hasPrefix(Self.noNumber) ? "" : stored
    let region = row.read(or: "") { try $0.text() }
    let qrCode = row.read(or: "") { try $0.text() }
    let profileComplete = row.read(or: true) { try $0.flag() }
    let switches = (0..<7).map { _ in row.read(or: true) { try $0.flag() } }
    // A language that no longer exists is no reason to lose the person.
    let language = row.read(or: nil) { row in
      try row.optional { try $0.text() }.flatMap(Language.init(rawValue:))
    }
    let dates = (0..<3).map { _ in row.read(or: Date(milliseconds: 0)) { try $0.date() } }
    self.init(
      id: id, phoneNumber: phoneNumber,
      phoneRegion: Region(rawValue: region) ?? PhoneNumber(e164: phoneNumber)?.region
        ?? .unitedStates,
      qrCode: QRCodeID(rawValue: qrCode), profileComplete: profileComplete,
      notifications: NotificationPreferences(
        isNotificationsEnabled: switches[0], notify30MinBefore: switches[1],
        notify2HoursBefore: switches[2], alertNotifications: switches[3],
        pingNotifications: switches[4], checkInNotifications: switches[5],
        contactNotifications: switches[6]),
      language: language, createdAt: dates[0], updatedAt: dates[1], lastSignInAt: dates[2],
      revision: row.read(or: 0) { try $0.count() },
      picture: row.read(or: nil) { row in
        try row.optional { Picture.ID(rawValue: try $0.text()) }
      })
    notifications.ownReminders = OwnReminders(stored: row.read(or: "") { try $0.text() })
    let from = row.read(or: nil) { try $0.optional { try $0.int() } }
      .flatMap(TimeOfDay.init(minutes:))
    let until = row.read(or: nil) { try $0.optional { try $0.int() } }
      .flatMap(TimeOfDay.init(minutes:))
    let zone = row.read(or: nil) { try $0.optional { try $0.text() } }.flatMap { Zone($0) }
    // Unreadable quiet hours count as none: then every message comes.
    if let from, let until, let zone {
      quietHours = QuietHours(from: from, until: until, zone: zone)
    }
    email = row.read(or: nil) { try $0.optional { try $0.text() } }
    for field in Profile.Field.allCases { profile[field] = row.read(or: "") { try $0.text() } }
  }

  /// Begins what the column of numbers has for an account without one; see ``Migration/signInByMail``.
  private static let noNumber = "none:"

  /// The values of a new row.
  func firstValues() throws -> [SQLValue] {
    try values(number: phoneNumber.isEmpty && email != nil ? "\(Self.noNumber)\(id)" : phoneNumber)
  }

  /// An empty number leaves the stored one as it is.
  func values() throws -> [SQLValue] { try values(number: phoneNumber) }

  /// In the order of ``SQLTable/people``.
  private func values(number: String) throws -> [SQLValue] {
    [
      try .key(id), .text(number), .text(phoneRegion.rawValue), .text(qrCode.rawValue),
      .flag(profileComplete), .flag(notifications.isNotificationsEnabled),
      .flag(notifications.notify30MinBefore), .flag(notifications.notify2HoursBefore),
      .flag(notifications.alertNotifications), .flag(notifications.pingNotifications),
      .flag(notifications.checkInNotifications), .flag(notifications.contactNotifications),
      .text(language?.rawValue),
      .date(createdAt), .date(updatedAt), .date(lastSignInAt), .int64(revision),
      .text(picture?.rawValue), .text(notifications.ownReminders?.stored ?? ""),
      quietHours.map { .int($0.from.minutes) } ?? .null,
      quietHours.map { .int($0.until.minutes) } ?? .null, .text(quietHours?.zone.identifier),
      .text(email),
    ] + Profile.Field.allCases.map { .text(profile[$0]) }
  }
}

/// "480 15". An unreadable time is no reason to lose the person.
extension OwnReminders {
  fileprivate init(stored text: String) {
    self.init(text.split(separator: " ").compactMap { Int($0) })
  }

  fileprivate var stored: String { minutes.map(String.init).joined(separator: " ") }
}
