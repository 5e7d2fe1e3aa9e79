/// What was given for some keys: a value, or how one follows from the other dependencies.
struct DependencyTable: Sendable {
  private var byKey: [ObjectIdentifier: any Sendable] = [:]
  private var derivations: [ObjectIdentifier: any Sendable] = [:]

  /// - Parameter values: those in force where somebody asks.
  func value<Key: TestDependencyKey>(of key: Key.Type, in values: DependencyValues) -> Key.Value? {
    let id = ObjectIdentifier(key)
    if let value = byKey[id] { return castDependency(value) }
    guard !derivations.isEmpty, let derivation = derivations[id] else { return nil }
    return (castDependency(derivation) as Derivation<Key.Value>).make(values)
  }

  mutating func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    let id = ObjectIdentifier(key)
    byKey[id] = value
    if !derivations.isEmpty { derivations[id] = nil }
  }

  mutating func derive<Key: TestDependencyKey>(
    _ key: Key.Type, from make: @escaping @Sendable (DependencyValues) -> Key.Value
  ) {
    let id = ObjectIdentifier(key)
    derivations[id] = Derivation(make: make)
    byKey[id] = nil
  }

  func contains(_ key: (some TestDependencyKey).Type) -> Bool { contains(ObjectIdentifier(key)) }

  private func contains(_ id: ObjectIdentifier) -> Bool {
    byKey[id] != nil || derivations[id] != nil
  }

  var values: [any Sendable] { Array(byKey.values) }

  /// With what the other says of keys about which this one says nothing.
  func filling(from other: Self) -> Self {
    var filled = self
    for (id, value) in other.byKey where !contains(id) { filled.byKey[id] = value }
    for (id, make) in other.derivations where !contains(id) { filled.derivations[id] = make }
    return filled
  }

  /// Without the keys about which the other says something.
  func without(_ other: Self) -> Self {
    var rest = Self()
    for (id, value) in byKey where !other.contains(id) { rest.byKey[id] = value }
    for (id, make) in derivations where !other.contains(id) { rest.derivations[id] = make }
    return rest
  }

  private struct Derivation<Value: Sendable>: Sendable {
    let make: @Sendable (DependencyValues) -> Value
  }
}

/// What many stores have in common, kept once for all of them.
final class CommonDependencies: Sendable {
  let given: DependencyTable
  /// Nil where each store has that of the place where it is made.
  let context: DependencyContext?
  /// Nil where each store has its own.
  let sharedMemory: SharedMemory?

  init(_ update: (inout DependencyValues) -> Void) {
    var values = DependencyValues()
    let context = values.context
    update(&values)
    given = values.allGiven
    self.context = values.context == context ? nil : values.context
    sharedMemory = values.ownSharedMemory
  }
}

func castDependency<Value>(_ value: any Sendable) -> Value {
  guard let value = value as? Value else {
    preconditionFailure("A dependency key stores values of its own Value type only.")
  }
  return value
}
