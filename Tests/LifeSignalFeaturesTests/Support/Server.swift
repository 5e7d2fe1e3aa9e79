import Composable
import LifeSignalFeatures
import LifeSignalModel

/// The streams of one session, fed by the test.
struct Server: Sendable {
  let auth = AsyncStream.makeStream(of: UserData?.self)
  let user = AsyncStream.makeStream(of: UserData.self)
  let contacts = AsyncStream.makeStream(of: [ContactData].self)
  let pings = AsyncStream.makeStream(of: PingLists.self)
  let notifications = AsyncStream.makeStream(of: [NotificationData].self)

  func install(in values: inout DependencyValues) {
    values.date = .constant(Sample.now)
    values.authClient.authStateStream = { auth.stream }
    values.userClient.userStream = { user.stream }
    values.contactClient.contactsStream = { contacts.stream }
    values.pingClient.pingListsStream = { pings.stream }
    values.notificationClient.notificationStream = { notifications.stream }
    values.notificationClient.streamPushTokenUpdates = { AsyncStream { $0.finish() } }
    values.notificationClient.streamNotificationResponses = { AsyncStream { $0.finish() } }
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
