import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct DeviceClientTests {
  private let time = TimeFormatterClient.liveValue
  private let phone = PhoneFormatterClient.liveValue

  @Test func `a deadline is a minute away at least, and passed only after it`() {
    let deadline = time.calculateExpirationDate(Sample.now, 0)
    #expect(deadline == Sample.now + 60)
    #expect(!time.isNonResponsive(Sample.now, 0, deadline))
    #expect(time.isNonResponsive(Sample.now, 0, deadline + 1))
    #expect(!time.isNonResponsive(nil, 3_600, deadline))
    #expect(time.timeRemaining(Sample.now, 3_600, Sample.now + 4_000) == -400)
  }

  @Test func `a number is shown, typed and stored in its region's way`() {
    #expect(phone.formatPhoneNumber("5551234567", .unitedStates) == "+1 (555) 123-4567")
    #expect(phone.formatPhoneNumber("555", .unitedStates) == "555")
    #expect(phone.formatForEditing("5551234", .unitedStates) == "555-123-4")
    #expect(phone.toE164("020 7946 0958", .unitedKingdom) == "+442079460958")
    #expect(phone.toE164("1", .unitedKingdom) == nil)
    #expect(phone.isValid("0412 345 678", .australia))
    #expect(!phone.isValid("5551234567", .australia))
  }

  @Test func `settings are the person's record by another name`() async throws {
    let saved = Calls<NotificationPreferences>()
    var user = UserClient()
    user.currentUser = { Sample.user }
    user.updateNotificationPreferences = { saved.note($0) }
    let settings = SettingsClient(user)
    var preferences = try await settings.getNotificationPreferences()
    #expect(preferences == Sample.user.preferences)
    preferences.pingNotifications = false
    try await settings.updateNotificationPreferences(preferences)
    #expect(saved.all == [preferences])
  }

  @Test func `what a server has not, does nothing`() async {
    await ClipboardClient.none.copy("text")
    #expect(await ClipboardClient.none.paste() == nil)
    for await _ in NetworkClient.none.isOnlineStream() { Issue.record("nothing lies between") }
  }
}
