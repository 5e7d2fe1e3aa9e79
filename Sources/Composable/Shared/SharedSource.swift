/// Where a `Shared` reads and writes: a value with a key, or a part of one.
class SharedSource<Value: Sendable>: @unchecked Sendable {
  var current: Value { fatalError("overridden") }
  var errors: SharedErrors { fatalError("overridden") }

  func withLock<Result: Sendable>(_ update: (inout Value) throws -> Result) rethrows -> Result {
    fatalError("overridden")
  }
  func save() async throws { fatalError("overridden") }
  func load() async throws { fatalError("overridden") }
}

struct SharedErrors: Sendable {
  var load: (any Error)?
  var save: (any Error)?
}

/// A part of a shared value. Immutable, so it may be shared itself.
final class SharedMember<Root: Sendable, Value: Sendable>: SharedSource<Value>, @unchecked Sendable
{
  private let root: SharedSource<Root>
  private let keyPath: any WritableKeyPath<Root, Value> & Sendable

  init(of root: SharedSource<Root>, at keyPath: any WritableKeyPath<Root, Value> & Sendable) {
    self.root = root
    self.keyPath = keyPath
  }

  override var current: Value { root.current[keyPath: keyPath] }
  override var errors: SharedErrors { root.errors }

  override func withLock<Result: Sendable>(
    _ update: (inout Value) throws -> Result
  ) rethrows -> Result {
    try root.withLock { try update(&$0[keyPath: keyPath]) }
  }
  override func save() async throws { try await root.save() }
  override func load() async throws { try await root.load() }
}
