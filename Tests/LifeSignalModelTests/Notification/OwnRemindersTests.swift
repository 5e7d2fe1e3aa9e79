import Foundation
import LifeSignalModel
import Testing

@Suite struct OwnRemindersTests {
  @Test func `they stand in order, each once`() {
    #expect(OwnReminders([15, 480, 15, 60]).minutes == [480, 60, 15])
    #expect(OwnReminders([15]).adding(480).adding(15) == [480, 15])
    #expect(OwnReminders([480, 15]).removing(480).removing(7) == [15])
  }

  @Test(arguments: [[], [5], [2_880], [5, 29, 31, 121], [1_440, 480, 240, 60]])
  func `up to four between five minutes and two days are taken`(minutes: [Int]) throws {
    let own = OwnReminders(minutes)
    #expect(try own.validated() == own)
  }

  @Test(
    arguments: [
      ([4], Refusal.invalidOwnReminder), ([0], .invalidOwnReminder), ([-60], .invalidOwnReminder),
      ([2_881], .invalidOwnReminder), ([.max], .invalidOwnReminder), ([.min], .invalidOwnReminder),
      // These have switches of their own.
      ([30], .invalidOwnReminder), ([480, 120], .invalidOwnReminder),
      ([5, 6, 7, 8, 9], .tooManyReminders), (Array(200...2_000), .tooManyReminders),
    ] as [([Int], Refusal)])
  func `others are refused`(minutes: [Int], refusal: Refusal) {
    #expect(throws: refusal) { try OwnReminders(minutes).validated() }
  }

  @Test func `every reminder that the pages offer is valid`() throws {
    for minutes in OwnReminders.offered {
      #expect(try OwnReminders([minutes]).validated().minutes == [minutes])
    }
  }

  @Test func `they travel as a list of minutes`() throws {
    let preferences = NotificationPreferences(ownReminders: [15, 480])
    let data = try JSONEncoder().encode(preferences)
    #expect(String(decoding: data, as: UTF8.self).contains(#""ownReminders":[480,15]"#))
    #expect(try JSONDecoder().decode(NotificationPreferences.self, from: data) == preferences)
  }

  @Test func `a client that does not know them says nothing of them`() throws {
    let json = """
      {"isNotificationsEnabled": true, "notify30MinBefore": true, "notify2HoursBefore": false,
      "alertNotifications": true, "pingNotifications": true, "checkInNotifications": true,
      "contactNotifications": true}
      """
    let preferences = try JSONDecoder().decode(
      NotificationPreferences.self, from: Data(json.utf8))
    #expect(preferences.ownReminders == nil)
    #expect(preferences.leads == [30])
  }

  @Test func `the leads are those of the switches and one's own`() {
    var preferences = NotificationPreferences(
      notify30MinBefore: true, notify2HoursBefore: true, ownReminders: [480, 15])
    #expect(preferences.leads == [480, 120, 30, 15])
    // What is offered beside them still knows the two only.
    #expect(preferences.reminderInterval == 7_200)
    #expect(preferences.withReminderInterval(0)?.leads == [480, 15])
    preferences.isNotificationsEnabled = false
    #expect(preferences.leads == [])
  }
}
