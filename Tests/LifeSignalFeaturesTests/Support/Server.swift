import Composable
import LifeSignalFeatures
import LifeSignalModel

/// The streams of one session, fed by the test.
struct Server: Sendable {
  let auth = Sending<UserData?>()
  let user = Sending<UserData>()
  let contacts = Sending<[ContactData]>()
  let pings = Sending<PingLists>()
  let notifications = Sending<[NotificationData]>()

  func install(in values: inout DependencyValues) {
    values.date = .constant(Sample.now)
    values.authClient.authStateStream = { auth.updates }
    values.userClient.userStream = { user.updates }
    values.contactClient.contactsStream = { contacts.updates }
    values.pingClient.pingListsStream = { pings.updates }
    values.notificationClient.notificationStream = { notifications.updates }
    values.notificationClient.streamPushTokenUpdates = { .finished }
    values.notificationClient.streamNotificationResponses = { .finished }
    // Opening a sheet asks for the page; what is in the list is as new.
    values.contactClient.getContact = { _ in throw CancellationError() }
    values.timelineClient.alarmsStream = { _ in .finished }
    values.proofClient.demands = { .finished }
    values.proofClient.settle = { _ in }
    // The profile says how ready the person is, once it knows.
    values.channelClient.getChannels = { throw CancellationError() }
    values.networkClient.isOnlineStream = { .finished }
  }
}
