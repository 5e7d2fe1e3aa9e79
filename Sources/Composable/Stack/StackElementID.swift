import Synchronization

/// Names one element of a ``StackState`` for as long as it is in the stack; never given twice by
/// one generator.
///
/// Literals (`store.send(\.path[id: 0].saveButtonTapped)`) are meant for tests, where a store's
/// ids start at 0.
public struct StackElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let generation: Int

  package init(generation: Int) { self.generation = generation }

  public init(integerLiteral value: Int) { generation = value }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "#\(generation)" }
  public var debugDescription: String { description }
}

extension StackElementID: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: generation) }
}

/// Hands out the ids of stack elements: `@Dependency(\.stackElementID)`.
///
/// Every test store has its own that starts at 0, so the same test gives the same ids. Live, the
/// whole process shares one.
public final class StackElementIDGenerator: Sendable {
  private let upcoming: Atomic<Int>

  /// - Parameter first: the number of the first id handed out.
  public init(startingAt first: Int = 0) { upcoming = Atomic(first) }

  /// A new id.
  public func next() -> StackElementID {
    StackElementID(generation: upcoming.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// The id that ``next()`` is going to give.
  public func peek() -> StackElementID {
    StackElementID(generation: upcoming.load(ordering: .relaxed))
  }

  /// Makes sure that `id`, which came from elsewhere, is not handed out again.
  func skip(_ id: StackElementID) {
    _ = upcoming.max(id.generation &+ 1, ordering: .relaxed)
  }
}

private enum StackElementIDKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  // Made again at each read: once per test store.
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}

extension DependencyValues {
  /// Where stacks take the ids of their elements from.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}
