import Composable

/// A clock that fails the test when it is used: for features that must not depend on time.
///
/// A sleep reports an issue and ends as if it were cancelled, so that a timer stops at its first.
public final class UnimplementedClock: Clock {
  /// Only the clock makes instants, so a caller that sleeps on it has read its time and been
  /// reported.
  public struct Instant: InstantProtocol, Sendable {
    let offset: Duration
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    public func duration(to other: Self) -> Duration { other.offset - offset }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let site: CallSite

  /// The issues carry the place where the clock was made: the code that uses it does not know it.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    failTestsOnIssues()
  }

  public var now: Instant {
    report(
      ComposableIssue(
        code: .unimplemented, message: "Unimplemented: a clock was used in this test.", site: site))
    return Instant(offset: .zero)
  }

  public let minimumResolution = Duration.zero

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    throw CancellationError()
  }
}
