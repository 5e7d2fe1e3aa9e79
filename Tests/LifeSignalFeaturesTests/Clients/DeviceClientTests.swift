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

  @Test func `a command gets what the page showed with what the person wants`() async throws {
    let switches = Edit(ContactSwitches(sendPings: false), seen: ContactSwitches())
    let fields = Edit(PrivateFields(nickname: "Jo"), seen: PrivateFields(notes: "Upstairs"))
    let profile = Edit(Profile(firstName: "Ada"), seen: Profile(firstName: "Eve"))
    let preferences = Edit(
      NotificationPreferences(pingNotifications: false), seen: NotificationPreferences())
    let sentSwitches = Calls<UpdateContactSwitches>()
    let sentFields = Calls<UpdateContactPrivateFields>()
    let sentProfiles = Calls<UpdateProfile>()
    let sentPreferences = Calls<UpdateNotificationPreferences>()
    let performer = ScriptedPerformer()
      .on(UpdateContactSwitches.self) {
        sentSwitches.note($0)
        return Sample.responder
      }
      .on(UpdateContactPrivateFields.self) {
        sentFields.note($0)
        return Empty()
      }
      .on(UpdateProfile.self) {
        sentProfiles.note($0)
        return Empty()
      }
      .on(UpdateNotificationPreferences.self) {
        sentPreferences.note($0)
        return Empty()
      }
    let contacts = ContactClient(performer)
    _ = try await contacts.updateContactSwitches("2", switches)
    try await contacts.updateContactPrivateFields("2", fields)
    let user = UserClient(performer, exportData: { Data() })
    try await user.updateProfile(profile)
    let notifications = NotificationClient(performer, device: .none)
    try await notifications.updateNotificationSettings(preferences)
    #expect(
      sentSwitches.all
        == [UpdateContactSwitches(id: "2", switches: switches.wanted, seen: switches.seen)])
    #expect(
      sentFields.all == [
        UpdateContactPrivateFields(
          id: "2", nickname: "Jo", notes: nil, seen: PrivateFields(notes: "Upstairs"))
      ])
    #expect(sentProfiles.all == [UpdateProfile(profile.wanted, seen: profile.seen)])
    #expect(
      sentPreferences.all
        == [UpdateNotificationPreferences(preferences.wanted, seen: preferences.seen)])
  }

  @Test func `clients that a server lacks do nothing`() async {
    for await _ in NetworkClient.none.isOnlineStream() { Issue.record("nothing lies between") }
  }
}
