public import Foundation
import Synchronization

/// Returns the current time.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// Always the same instant.
  public static func constant(_ now: Date) -> Self { Self { now } }

  /// The present instant. Setting it stops the clock there.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }
  public func callAsFunction() -> Date { generate() }
}

/// Makes identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// Always the same identifier.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// 00000000-0000-0000-0000-000000000000, then …001 and so on.
  public static var incrementing: Self {
    let next = IncrementingNumber()
    return UUIDGenerator { UUID(next.take()) }
  }

  public func callAsFunction() -> UUID { generate() }
}

extension UUID {
  /// A recognisable identifier for tests: the number in the last twelve hexadecimal digits.
  public init(_ number: Int) {
    let bytes = UInt64(truncatingIfNeeded: number)
    func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> shift) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, byte(56), byte(48), byte(40), byte(32), byte(24), byte(16),
        byte(8), byte(0)
      ))
  }
}

private final class IncrementingNumber: Sendable {
  private let next = Locked(0)
  func take() -> Int {
    next.withLock { number in
      defer { number += 1 }
      return number
    }
  }
}

/// Lends a random number generator that several tasks may share.
public final class WithRandomNumberGenerator: Sendable {
  private struct Erased: RandomNumberGenerator, Sendable {
    var base: any RandomNumberGenerator & Sendable
    mutating func next() -> UInt64 { base.next() }
  }
  private let generator: Locked<Erased>

  public init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = Locked(Erased(base: generator))
  }

  public func callAsFunction<Result: Sendable>(
    _ work: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    generator.withLock { work(&$0.base) }
  }
}

private enum DateKey: BuiltInDependencyKey {
  static let name = "date"
  static let liveValue = DateGenerator { Date() }
}
private enum UUIDKey: BuiltInDependencyKey {
  static let name = "uuid"
  static let liveValue = UUIDGenerator { UUID() }
}
enum ContinuousClockKey: BuiltInDependencyKey {
  static let name = "continuousClock"
  static let liveValue: any Clock<Duration> = ContinuousClock()
}
private enum SuspendingClockKey: BuiltInDependencyKey {
  static let name = "suspendingClock"
  static let liveValue: any Clock<Duration> = SuspendingClock()
}
private enum CalendarKey: BuiltInDependencyKey {
  static let name = "calendar"
  static let liveValue = Calendar.autoupdatingCurrent
}
private enum TimeZoneKey: BuiltInDependencyKey {
  static let name = "timeZone"
  static let liveValue = TimeZone.autoupdatingCurrent
}
private enum LocaleKey: BuiltInDependencyKey {
  static let name = "locale"
  static let liveValue = Locale.autoupdatingCurrent
}
private enum RandomKey: BuiltInDependencyKey {
  static let name = "withRandomNumberGenerator"
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}

/// None of these has a test value: a test provides the time and the identifiers it needs.
extension DependencyValues {
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
  /// A clock that continues while the machine sleeps; tests use a test clock or an immediate one.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }
  /// A clock that stops while the machine sleeps.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomKey.self] }
    set { self[RandomKey.self] = newValue }
  }
}
