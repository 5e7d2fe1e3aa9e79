import Foundation
import LifeSignalModel
import Testing

@Suite struct UserDataTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (false, false, UserStatus.active), (false, true, .nonResponsive), (true, false, .alertActive),
    (true, true, .alertActive),
  ])
  func `an alert counts before lateness`(alert: Bool, late: Bool, status: UserStatus) {
    #expect(
      UserData(id: "1", isNonResponsive: late, manualAlertActive: alert).status == status)
  }

  @Test func `a person's deadline follows from check-in and interval`() {
    let user = UserData(
      id: "1", checkInInterval: 3_600, gracePeriod: 600, lastCheckedIn: now)
    #expect(user.expirationTimestamp == now + 3_600)
    #expect(user.timeRemaining(now + 3_700) == -100)
  }

  @Test func `without a check-in there is no deadline`() {
    let user = UserData(id: "1")
    #expect(user.expirationTimestamp == nil)
    #expect(user.timeRemaining(now) == nil)
  }

  @Test func `a name is joined and trimmed, an empty one has a stand-in`() {
    #expect(
      UserData(id: "1", profile: Profile(firstName: " Ada ", lastName: "Lovelace")).name
        == "Ada Lovelace")
    #expect(UserData(id: "1", profile: Profile(firstName: "Ada")).name == "Ada")
    #expect(UserData(id: "1").displayName == "User")
  }

  @Test(arguments: [
    (true, true, 7_200.0), (true, false, 7_200), (false, true, 1_800), (false, false, 0),
  ])
  func `the reminder lead follows from the flags`(
    twoHours: Bool, thirtyMinutes: Bool, lead: TimeInterval
  ) {
    let preferences = NotificationPreferences(
      notify30MinBefore: thirtyMinutes, notify2HoursBefore: twoHours)
    #expect(UserData(id: "1", preferences: preferences).reminderInterval == lead)
  }

  @Test func `an unsupported reminder lead is refused`() {
    let preferences = NotificationPreferences()
    #expect(preferences.withReminderInterval(1_800)?.reminderInterval == 1_800)
    #expect(preferences.withReminderInterval(0)?.reminderInterval == 0)
    #expect(preferences.withReminderInterval(3_600) == nil)
  }
}
