public import Composable
public import LifeSignalModel

/// The people who viewed the signed-in person's profile or pinged them.
@DependencyClient
public struct ActivityClient: Sendable {
  /// Newest first: those older than the given entry, or the newest. At most `limit`, 1–100.
  public var getActivity:
    @Sendable (_ before: Activity.ID?, _ limit: Int) async throws -> ActivityPage
}

extension ActivityClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = ActivityClient()
}

extension DependencyValues {
  public var activityClient: ActivityClient {
    get { self[ActivityClient.self] }
    set { self[ActivityClient.self] = newValue }
  }
}

public typealias ActivityError = ClientError<ActivityClient>
