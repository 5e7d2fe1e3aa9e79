public import Composable

/// Whether screens tick once a second while they are open.
///
/// Off by default: on a server the browser counts down by itself, and thousands of idle sessions
/// must cost nothing. A native app turns it on.
public enum TicksEverySecond: DependencyKey {
  public static let liveValue = false
  public static let testValue = false
}

extension DependencyValues {
  public var ticksEverySecond: Bool {
    get { self[TicksEverySecond.self] }
    set { self[TicksEverySecond.self] = newValue }
  }
}
