public import Composable

/// Whether the server can be reached from here.
@DependencyClient
public struct NetworkClient: Sendable {
  /// The state now, and after every change. Ends immediately if there is no connection that could
  /// break.
  public var isOnlineStream: @Sendable () -> AsyncStream<Bool> = { .finished }
}

extension NetworkClient: DependencyKey {
  public static let testValue = NetworkClient()

  /// In the server's own process there is no connection to lose; a browser watches its own.
  public static let none = NetworkClient(isOnlineStream: { .finished })

  public static let liveValue = none
}

extension DependencyValues {
  public var networkClient: NetworkClient {
    get { self[NetworkClient.self] }
    set { self[NetworkClient.self] = newValue }
  }
}
