public import Composable

/// Whether the server can be reached from here.
@DependencyClient
public struct NetworkClient: Sendable {
  /// Now, and after every change. Ends at once where there is no way between that could break.
  public var isOnlineStream: @Sendable () -> AsyncStream<Bool> = { .finished }
}

extension NetworkClient: DependencyKey {
  public static let testValue = NetworkClient()

  /// In the server's own process nothing lies between; a browser watches its connection by itself.
  public static let none = NetworkClient(isOnlineStream: { .finished })

  public static let liveValue = none
}

extension DependencyValues {
  public var networkClient: NetworkClient {
    get { self[NetworkClient.self] }
    set { self[NetworkClient.self] = newValue }
  }
}
