/// An enum whose cases can be named by case key paths.
///
/// `@CasePathable` writes the conformance. By hand:
///
/// ```swift
/// enum Action: CasePathable {
///   case child(Child.Action)
///   struct AllCasePaths: Sendable {
///     var child: CasePath<Action, Child.Action> {
///       CasePath(
///         embed: { .child($0) },
///         extract: { if case .child(let value) = $0 { value } else { nil } }
///       )
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CasePathable: SendableMetatype {
  associatedtype AllCasePaths
  static var allCasePaths: AllCasePaths { get }
  /// Which case this is, and who its value is if the value is `Identifiable`.
  var _caseIdentity: _CaseIdentity { get }

  /// The actions of a child whose actions have this type; `PresentationAction` names the wrapped
  /// type.
  associatedtype _ChildAction = Self
  /// Which state it belongs to in an `ifLet`.
  associatedtype _ChildKind = _OptionalChild
}

/// A key path that names a case: `\.child`, or deeper, `\.child.grandchild`.
public typealias CaseKeyPath<Root: CasePathable, Value> =
  KeyPath<Root.AllCasePaths, CasePath<Root, Value>>

extension CasePathable {
  /// Whether the value is in the case that `keyPath` names.
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    Self.allCasePaths[keyPath: keyPath].extract(from: self) != nil
  }

  /// The value of a case, or nil while the enum is in another. Setting replaces the whole enum
  /// when it is in that case; setting nil does nothing.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set {
      guard let newValue else { return }
      Self.allCasePaths[keyPath: keyPath].set(into: &self, newValue)
    }
  }

  /// Mutates the value of a case in place; reports an issue when the enum is in another case.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    _ update: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let path = Self.allCasePaths[keyPath: keyPath]
    guard path.modify(&self, update) != nil else {
      reportIssue(
        .caseMismatch,
        "Cannot modify a case of \(Self.self): the value is in case \"\(_caseIdentity.name)\".",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      return
    }
  }

  /// Optional access by name for enums that are also marked `@dynamicMemberLookup`.
  public subscript<Value>(dynamicMember keyPath: CaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Read from a mirror when no macro wrote it: right, but slow.
  public var _caseIdentity: _CaseIdentity {
    let mirror = Mirror(reflecting: self)
    return _CaseIdentity(mirror.children.first?.label ?? String(describing: self))
  }
}

extension Optional: CasePathable {
  public struct AllCasePaths: Sendable {
    public var none: CasePath<Wrapped?, Void> {
      CasePath(embed: { _ in nil }, extract: { $0 == nil ? () : nil })
    }
    public var some: CasePath<Wrapped?, Wrapped> {
      CasePath(embed: { .some($0) }, extract: { $0 })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  public var _caseIdentity: _CaseIdentity { _CaseIdentity(self == nil ? "none" : "some") }
}

extension Result: CasePathable {
  public struct AllCasePaths: Sendable {
    public var success: CasePath<Result, Success> {
      CasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }
    public var failure: CasePath<Result, Failure> {
      CasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  public var _caseIdentity: _CaseIdentity {
    switch self {
    case .success: _CaseIdentity("success")
    case .failure: _CaseIdentity("failure")
    }
  }
}
