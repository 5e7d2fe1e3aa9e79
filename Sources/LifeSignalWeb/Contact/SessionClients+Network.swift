package import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  package var user: UserClient {
    UserClient(
      self, exportData: { try await answering { try await export().document() } })
  }

  package var checkIn: CheckInClient {
    var client = CheckInClient(self)
    // The device may send a check-in of the page once more, under this key.
    client.checkIn = { try await perform(CheckInNow(), key: session.takeCheckInKey()).at }
    return client
  }

  package var contacts: ContactClient { ContactClient(self) }

  var notification: NotificationClient { NotificationClient(self, device: .server) }
}
