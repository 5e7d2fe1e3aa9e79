/// A path into one case of an enum: how to read its value and how to build the enum from one.
///
/// Written as a case key path, `\.child` or `\.child.grandchild`; ``CasePathable`` describes where
/// they come from. A hand-written path needs only the two closures.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline package let embedding: @Sendable (Value) -> Root
  @usableFromInline package let extraction: @Sendable (Root) -> Value?
  /// Hands the value over instead of returning it, so that generic code need not look up the type of
  /// an optional and build one, which takes longer than everything else a scope does.
  @usableFromInline package let visiting: @Sendable (Root, (Value) -> Void) -> Void

  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embedding = embed
    self.extraction = extract
    self.visiting = { root, visit in
      if let value = extract(root) { visit(value) }
    }
  }

  /// The same with a third closure, as `@CasePathable` writes it.
  ///
  /// - Parameters:
  ///   - embed: builds the enum from a value.
  ///   - extract: the value, or nil while the enum is in another case.
  ///   - visit: calls its second argument with the value if its first is in this path's case.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    visit: @escaping @Sendable (_ root: Root, _ body: (Value) -> Void) -> Void
  ) {
    self.embedding = embed
    self.extraction = extract
    self.visiting = visit
  }

  /// The enum in this path's case, carrying `value`.
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// The value of this path's case, or nil while `root` is in another case.
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }

  /// Replaces the value if `root` is in this path's case; leaves every other case alone.
  public func set(into root: inout Root, _ value: Value) {
    guard extraction(root) != nil else { return }
    root = embedding(value)
  }

  /// Mutates the value if `root` is in this path's case; nil, without calling `body`, otherwise.
  ///
  /// The enum is taken apart during the call: if it held the value too, writing would copy every
  /// array in the value.
  package func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    withUnsafeMutablePointer(to: &root) { root in
      let whole = root.move()
      guard var value = extraction(whole) else {
        root.initialize(to: consume whole)
        return nil
      }
      _ = consume whole
      let result = body(&value)
      root.initialize(to: embedding(value))
      return result
    }
  }

  /// A path to a case inside this path's value: `\.child.grandchild`.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, CasePath<Value, Next>>
  ) -> CasePath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// This path followed by `next`.
  public func appending<Next>(_ next: CasePath<Value, Next>) -> CasePath<Root, Next> {
    CasePath<Root, Next>(
      embed: { [embedding] in embedding(next.embedding($0)) },
      extract: { [extraction] in extraction($0).flatMap(next.extraction) }
    )
  }
}
