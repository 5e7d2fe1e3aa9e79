import Synchronization

/// Distinguishes an alert or a dialog from the one that it replaces.
public struct MessageID: Hashable, Sendable {
  private let number: UInt64

  init() { number = numbers.wrappingAdd(1, ordering: .relaxed).newValue }
}

private let numbers = Atomic<UInt64>(0)
