public import Composable
public import LifeSignalFeatures
import LifeSignalModel

/// The live values of every client, over HTTP: the same requests as in the server's own process,
/// sent with one session's token.
///
/// The session is read at each call, never captured, so that a store outlives a sign-in and a
/// sign-out and can act for no other person.
public struct HTTPClients: Sendable {
  public let connection: APIConnection
  public let device: DeviceNotifications

  public init(_ connection: APIConnection, device: DeviceNotifications = .none) {
    self.connection = connection
    self.device = device
  }

  /// Makes these the clients of a store.
  public func install(in values: inout DependencyValues) {
    values.performer = self
    values.authClient = auth
    values.userClient = user
    values.contactClient = contacts
    values.checkInClient = checkIn
    values.alertClient = AlertClient(self)
    values.alarmClient = alarm
    values.pingClient = PingClient(self)
    values.notificationClient = notification
    values.preferencesClient = PreferencesClient(self)
    values.settingsClient = SettingsClient(user)
    values.networkClient = network
    values.travelClient = TravelClient(self)
    values.imageClient = .checking
    values.qrCodeClient = qrCode
    values.storageClient = storage
    values.activityClient = activity
    values.timelineClient = timeline
    values.thingClient = ThingClient(self)
    values.accessTokenClient = AccessTokenClient(self)
    values.checkInCodesClient = CheckInCodesClient(self)
    values.channelClient = ChannelClient(self)
    values.sessionListClient = sessionList
    values.proofClient = proof
    values.passkeyClient = passkeys
  }

  public var network: NetworkClient {
    NetworkClient(isOnlineStream: { connection.online.changes })
  }

  /// The person's view, now and after every change of `topics`. Empty if no person is signed in.
  func following<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable () async throws -> Value
  ) -> Updates<Value> {
    let feed = connection.session.feed { _ in
      MemberFeed(
        pause: { [connection] in try await connection.pause($0) },
        source: { [connection] tell in connection.follow(tell) })
    }
    return feed?.values(topics) { _ in try await read() } ?? .finished
  }
}
