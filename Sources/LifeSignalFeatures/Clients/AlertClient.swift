public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's own alert. The server tells the responders.
@DependencyClient
public struct AlertClient: Sendable {
  /// Raises the alert and returns its start; while one is active, that one's start.
  public var activateAlert: @Sendable () async throws -> Date
  /// Ends the alert and returns its end; without an active one, the last end.
  public var deactivateAlert: @Sendable () async throws -> Date
  public var getAlertStatus: @Sendable () async throws -> AlertStatusSnapshot
  public var isAlertActive: @Sendable () async throws -> Bool
  /// Newest first; nil is all.
  public var getAlertHistory: @Sendable (Int?) async throws -> [AlertRecord]
  /// The active alert or nil, current value first. The app itself follows `userStream`, which
  /// says the same; this one is for those who want nothing else.
  public var alertStream: @Sendable () -> AsyncStream<AlertRecord?> = { .finished }
}

extension AlertClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = AlertClient()
}

extension DependencyValues {
  public var alertClient: AlertClient {
    get { self[AlertClient.self] }
    set { self[AlertClient.self] = newValue }
  }
}
