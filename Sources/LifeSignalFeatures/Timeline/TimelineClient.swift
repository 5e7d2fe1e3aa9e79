public import Composable
public import LifeSignalModel

/// The record of what happened to the signed-in person and who was notified; and of the people they
/// watch over, the part that belongs to an alert.
@DependencyClient
public struct TimelineClient: Sendable {
  /// Newest first: entries with a lower number than the given one, or the newest. At most `limit`,
  /// 1–100.
  public var getTimeline: @Sendable (_ before: Int64?, _ limit: Int) async throws -> TimelinePage
  /// The newest entries, now and after every change. At most `limit`, 1–100.
  public var timelineStream: @Sendable (_ limit: Int) -> Updates<TimelinePage> = { _ in
    .finished
  }
  /// Has the whole chain examined.
  public var verifyTimeline: @Sendable () async throws -> TimelineVerdict
  /// The alerts of a person the signed-in person watches over: those that are on, or the last one.
  public var getAlarms: @Sendable (_ person: Person.ID) async throws -> [AlarmTimeline]
  /// The same, now and after every change.
  public var alarmsStream: @Sendable (_ person: Person.ID) -> Updates<[AlarmTimeline]> = { _ in
    .finished
  }
}

extension TimelineClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = TimelineClient()
}

extension DependencyValues {
  public var timelineClient: TimelineClient {
    get { self[TimelineClient.self] }
    set { self[TimelineClient.self] = newValue }
  }
}

public typealias TimelineError = ClientError<TimelineClient>
