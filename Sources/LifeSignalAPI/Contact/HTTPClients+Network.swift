public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var user: UserClient {
    UserClient(
      self, exportData: { try await connection.call(APITable.exportData).document() })
  }

  public var checkIn: CheckInClient { CheckInClient(self) }

  public var contacts: ContactClient { ContactClient(self) }

  public var notification: NotificationClient { NotificationClient(self, device: device) }
}
