/// Reaches a child's state inside its parent's, by address where the key path allows it.
///
/// A key path to a stored property is an offset; following it through the runtime costs more than
/// a whole reduction.
@usableFromInline
package struct StateAccess<Root, Value>: @unchecked Sendable {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  @inlinable
  package init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  @inlinable
  @inline(__always)
  package func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    return withUnsafeMutablePointer(to: &root) { pointer in
      let value = UnsafeMutableRawPointer(pointer).advanced(by: offset)
      return body(&value.assumingMemoryBound(to: Value.self).pointee)
    }
  }

  @inlinable
  @inline(__always)
  package func read<Result>(_ root: Root, _ body: (Value) -> Result) -> Result {
    guard let offset else { return body(root[keyPath: keyPath]) }
    return withUnsafePointer(to: root) { pointer in
      let value = UnsafeRawPointer(pointer).advanced(by: offset)
      return body(value.assumingMemoryBound(to: Value.self).pointee)
    }
  }
}

/// Distinguishes one child from another that replaced it: by id, by case, or not at all.
struct IdentityReader<State>: @unchecked Sendable {
  private let read: ((UnsafePointer<State>) -> EffectKey)?

  init() {
    if let type = State.self as? any Identifiable.Type {
      read = Self.identifiable(type)
    } else if let type = State.self as? any CasePathable.Type {
      read = Self.casePathable(type)
    } else {
      read = nil
    }
  }

  /// Nil where every value of the type counts as the same child.
  func callAsFunction(_ state: State) -> EffectKey? {
    guard let read else { return nil }
    return withUnsafePointer(to: state) { read($0) }
  }

  private static func identifiable<T: Identifiable>(
    _ type: T.Type
  ) -> (UnsafePointer<State>) -> EffectKey {
    // `T` is `State`: it was opened from State's own metatype.
    { pointer in
      let value = UnsafeRawPointer(pointer).assumingMemoryBound(to: T.self)
      return EffectKey(erased: AnyHashable(value.pointee.id))
    }
  }

  private static func casePathable<T: CasePathable>(
    _ type: T.Type
  ) -> (UnsafePointer<State>) -> EffectKey {
    { pointer in
      let value = UnsafeRawPointer(pointer).assumingMemoryBound(to: T.self)
      return EffectKey(value.pointee._caseIdentity)
    }
  }
}

/// Whether a presented state is gone after any of its actions.
struct EphemeralReader<State>: @unchecked Sendable {
  private let read: ((UnsafePointer<State>) -> Bool)?

  init() {
    if let type = State.self as? any _EphemeralState.Type {
      read = Self.reader(type)
    } else {
      read = nil
    }
  }

  func callAsFunction(_ state: State) -> Bool {
    guard let read else { return false }
    return withUnsafePointer(to: state) { read($0) }
  }

  private static func reader<T: _EphemeralState>(
    _ type: T.Type
  ) -> (UnsafePointer<State>) -> Bool {
    // `T` is `State`: it was opened from State's own metatype.
    { UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee._isEphemeral }
  }
}
