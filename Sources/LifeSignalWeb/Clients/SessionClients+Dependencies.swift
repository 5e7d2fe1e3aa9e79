import Composable
import LifeSignalFeatures

/// The session whose page a store belongs to. Each store has its own; the clients of all stores are
/// derived from it.
private enum SessionClientsKey: TestDependencyKey {
  static let testValue: SessionClients? = nil
}

extension DependencyValues {
  package var sessionClients: SessionClients? {
    get { self[SessionClientsKey.self] }
    set { self[SessionClientsKey.self] = newValue }
  }

  /// Provides every client for the pages of all sessions: made on demand, and kept by none.
  ///
  /// A waiting page has one reference to its session instead of some two hundred closures, which
  /// were 14 KiB.
  package mutating func deriveSessionClients() {
    follow(PerformerKey.self) { $0 }
    follow(AuthClient.self) { $0.auth }
    follow(UserClient.self) { $0.user }
    follow(ContactClient.self) { $0.contacts }
    follow(CheckInClient.self) { $0.checkIn }
    follow(TravelClient.self) { TravelClient($0) }
    follow(AlertClient.self) { AlertClient($0) }
    follow(AlarmClient.self) { $0.alarm }
    follow(PingClient.self) { PingClient($0) }
    follow(NotificationClient.self) { $0.notification }
    follow(PreferencesClient.self) { PreferencesClient($0) }
    follow(QRCodeClient.self) { $0.qrCode }
    follow(StorageClient.self) { $0.storage }
    follow(SettingsClient.self) { SettingsClient($0.user) }
    follow(ActivityClient.self) { $0.activity }
    follow(TimelineClient.self) { $0.timeline }
    follow(ThingClient.self) { ThingClient($0) }
    follow(AccessTokenClient.self) { AccessTokenClient($0) }
    follow(CheckInCodesClient.self) { CheckInCodesClient($0) }
    follow(ChannelClient.self) { ChannelClient($0) }
    follow(SessionListClient.self) { $0.sessionList }
    follow(ProofClient.self) { $0.proof }
    follow(PasskeyClient.self) { $0.passkeys }
    imageClient = .checking
    networkClient = .none
  }

  /// A store without a session is a programming error: its clients report every call.
  private mutating func follow<Client: TestDependencyKey>(
    _ client: Client.Type, _ make: @escaping @Sendable (SessionClients) -> Client.Value
  ) {
    derive(client) { values in values.sessionClients.map(make) ?? Client.testValue }
  }
}
