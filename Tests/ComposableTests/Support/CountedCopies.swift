/// A value that knows how often it had to be copied before it could be written.
struct CountedCopies: Equatable, Sendable {
  private final class Storage: Sendable {}
  private var storage = Storage()
  private(set) var copies = 0
  private(set) var touches = 0

  mutating func touch() {
    touches += 1
    guard !isKnownUniquelyReferenced(&storage) else { return }
    storage = Storage()
    copies += 1
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.copies == rhs.copies && lhs.touches == rhs.touches
  }
}
