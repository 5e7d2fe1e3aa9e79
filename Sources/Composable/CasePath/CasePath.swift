/// A path into one case of an enum: how to read its value and how to build the enum from one.
///
/// Written as a case key path, `\.child` or `\.child.grandchild`; ``CasePathable`` describes where
/// they come from. A hand-written path needs only the two closures.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline package let embedding: @Sendable (Value) -> Root
  @usableFromInline package let extraction: @Sendable (Root) -> Value?

  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embedding = embed
    self.extraction = extract
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
