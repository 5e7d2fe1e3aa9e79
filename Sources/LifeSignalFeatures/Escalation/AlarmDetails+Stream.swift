public import Composable
public import LifeSignalModel

extension AsyncStream<AlarmDetails?> {
  /// The same values up to and including the first nil: an alert that is over does not return.
  public static func untilOver(_ updates: Updates<AlarmDetails?>) -> Self {
    AsyncStream { continuation in
      let task = Task {
        for await details in updates {
          continuation.yield(details)
          if details == nil { break }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
