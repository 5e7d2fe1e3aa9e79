import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct DeviceClientTests {
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

  @Test func `clients that a server lacks do nothing`() async {
    for await _ in NetworkClient.none.isOnlineStream() { Issue.record("nothing lies between") }
  }
}
