/// An effect identifier with its type erased: equal only when the type is equal as well.
///
/// `AnyHashable` alone would make `1 as Int` and `1 as UInt8` one identifier.
package struct EffectKey: Hashable, @unchecked Sendable {
  private let type: ObjectIdentifier
  private let value: AnyHashable

  package init<ID: Hashable & Sendable>(_ id: ID) {
    // The types are compared first: the cast alone would cost more than the rest.
    if ID.self == EffectKey.self, let key = id as? EffectKey {
      self = key
    } else {
      type = ObjectIdentifier(Swift.type(of: id))
      value = AnyHashable(id)
    }
  }

  /// For ids read from `Identifiable` states, which are values of `Sendable` states.
  init(erased value: AnyHashable) {
    type = ObjectIdentifier(Swift.type(of: value.base))
    self.value = value
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type && lhs.value == rhs.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }

  package var base: Any { value.base }
}

/// One step from a composition to its parent: which operator, and which child of it.
@usableFromInline
package struct PathKey: Hashable, Sendable {
  /// Unique per operator in one store's reducer tree.
  package let position: Int
  /// The element's id, the presented child's identity, the namespace; nil for a plain scope.
  package let child: EffectKey?

  package init(_ position: Int, _ child: EffectKey? = nil) {
    self.position = position
    self.child = child
  }

  /// The step to a plain scope.
  @usableFromInline
  init(scope position: Int) {
    self.init(position)
  }

  /// The step to the element with this id.
  @usableFromInline
  package init(_ position: Int, id: some Hashable & Sendable) {
    self.init(position, EffectKey(id))
  }
}
