public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's promise and its keeping. Lengths are seconds.
@DependencyClient
public struct CheckInClient: Sendable {
  /// Checks in and returns the server's time of it.
  public var checkIn: @Sendable () async throws -> Date
  /// Newest first; nil is all.
  public var getCheckInHistory: @Sendable (Int?) async throws -> [CheckInRecord]
  public var getCheckInInterval: @Sendable () async throws -> TimeInterval
  public var setCheckInInterval: @Sendable (TimeInterval) async throws -> Void
  public var getReminderInterval: @Sendable () async throws -> TimeInterval
  public var setReminderInterval: @Sendable (TimeInterval) async throws -> Void
  /// Time after the deadline before responders are told, 0–3,600.
  public var getGracePeriod: @Sendable () async throws -> TimeInterval
  public var setGracePeriod: @Sendable (TimeInterval) async throws -> Void
}

extension CheckInClient: TestDependencyKey {
  /// Live values are made per session, by whoever knows the person; see the rooms above.
  public static let testValue = CheckInClient()
}

extension DependencyValues {
  public var checkInClient: CheckInClient {
    get { self[CheckInClient.self] }
    set { self[CheckInClient.self] = newValue }
  }
}
