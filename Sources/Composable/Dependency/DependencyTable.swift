/// The values given for some keys, each as a value or as a function of the other dependencies.
struct DependencyTable: Sendable {
  private var byKey: [ObjectIdentifier: any Sendable] = [:]
  private var derivations: [ObjectIdentifier: any Sendable] = [:]

  /// - Parameter values: the dependencies in force at the reader.
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

  /// With the other table's values for keys that this one does not have.
  func filling(from other: Self) -> Self {
    var filled = self
    for (id, value) in other.byKey where !contains(id) { filled.byKey[id] = value }
    for (id, make) in other.derivations where !contains(id) { filled.derivations[id] = make }
    return filled
  }

  /// Without the keys that the other table has.
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

/// The common part of many stores' dependencies, kept once for all of them.
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
