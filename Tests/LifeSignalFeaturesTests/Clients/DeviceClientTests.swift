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
    let performer = ScriptedPerformer()
      .on(UpdateContactSwitches.self) {
        #expect(
          $0 == UpdateContactSwitches(id: "2", switches: switches.wanted, seen: switches.seen))
        return Sample.responder
      }
      .on(UpdateContactPrivateFields.self) {
        #expect(
          $0
            == UpdateContactPrivateFields(
              id: "2", nickname: "Jo", notes: nil, seen: PrivateFields(notes: "Upstairs")))
        return Empty()
      }
      .on(UpdateProfile.self) {
        #expect($0 == UpdateProfile(profile.wanted, seen: profile.seen))
        return Empty()
      }
    let contacts = ContactClient(performer)
    _ = try await contacts.updateContactSwitches("2", switches)
    try await contacts.updateContactPrivateFields("2", fields)
    let user = UserClient(performer, exportData: { Data() })
    try await user.updateProfile(profile)
  }

  @Test func `clients that a server lacks do nothing`() async {
    for await _ in NetworkClient.none.isOnlineStream() { Issue.record("nothing lies between") }
  }
}
