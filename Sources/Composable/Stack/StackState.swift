public import OrderedCollections

/// The features pushed on top of each other, the root's first: the state of a navigation stack.
///
/// A collection of elements; each gets an id when it is added, by which actions name it and under
/// which its effects live until it is popped. The ids come from
/// ``DependencyValues/stackElementID``. Two stacks are equal when their elements and ids are.
public struct StackState<Element> {
  private var elementsByID: OrderedDictionary<StackElementID, Element> = [:]
  /// Equal stamps mean equal ids, so that the ids need not be compared.
  package private(set) var stamp: UInt64 = 0

  public init() {}

  /// The elements' ids, in order.
  public var ids: OrderedSet<StackElementID> { elementsByID.keys }

  /// The element with this id. Setting nil removes this element alone.
  ///
  /// Setting an id that is not in the stack is refused and reported, except in tests, where an
  /// expectation may put an element under the id that it is going to have.
  public subscript(id id: StackElementID) -> Element? {
    _read { yield elementsByID[id] }
    _modify {
      let wasThere = contains(id: id)
      yield &elementsByID[id]
      guard wasThere != contains(id: id) else { return }
      restamp()
      if !wasThere && DependencyValues.current.context != .test {
        elementsByID[id] = nil
        reportIssue(
          .missingElement, "A stack has no element with id \(id) that could be replaced.",
          at: CallSite())
      }
    }
  }

  /// The value of the case that the element with this id is in; nil while it is in another.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>
  ) -> Value? where Element: CasePathable {
    get { self[id: id]?[case: path] }
    set {
      guard let newValue else {
        if self[id: id]?.is(path) == true { self[id: id] = nil }
        return
      }
      self[id: id]?[case: path] = newValue
    }
  }

  public func contains(id: StackElementID) -> Bool { elementsByID.index(forKey: id) != nil }

  /// Removes the element with this id and everything above it.
  public mutating func pop(
    from id: StackElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let index = index(id: id, at: site) else { return }
    removeSubrange(index...)
  }

  /// Removes everything above the element with this id, which becomes the last one.
  public mutating func pop(
    to id: StackElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let index = index(id: id, at: site) else { return }
    removeSubrange((index + 1)...)
  }

  private func index(id: StackElementID, at site: CallSite) -> Int? {
    if let index = elementsByID.index(forKey: id) { return index }
    reportIssue(.missingElement, "A stack has no element with id \(id) to pop.", at: site)
    return nil
  }

  private mutating func restamp() { stamp = IdentifiedArray<Int, Int>.nextStamp() }
}

extension StackState {
  /// Mutates one element where it lies.
  package mutating func modify<Result>(
    id: StackElementID, _ update: (inout Element) -> Result
  ) -> Result? {
    guard let index = elementsByID.index(forKey: id) else { return nil }
    return update(&elementsByID.values[index])
  }

  /// Puts an element on top under an id that came with it; false if the id is taken.
  mutating func push(_ element: Element, id: StackElementID) -> Bool {
    guard !contains(id: id) else { return false }
    elementsByID[id] = element
    restamp()
    return true
  }

  private func newID() -> StackElementID {
    let ids = DependencyValues.current.stackElementID
    // Elements that were added elsewhere, before the store was made, may have taken some.
    while true {
      let id = ids.next()
      if !contains(id: id) { return id }
    }
  }
}

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elementsByID.count }
  public subscript(position: Int) -> Element { _read { yield elementsByID.values[position] } }

  /// Elements that are put in get new ids; the others keep theirs.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    elementsByID.removeSubrange(subrange)
    for (offset, element) in newElements.enumerated() {
      elementsByID.updateValue(
        element, forKey: newID(), insertingAt: subrange.lowerBound + offset)
    }
    restamp()
  }

  public mutating func append(_ element: Element) {
    elementsByID[newID()] = element
    restamp()
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elementsByID == rhs.elementsByID }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elementsByID) }
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  /// The elements get new ids.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: elementsByID.map { (key: $0.key, value: $0.value) },
      displayStyle: .dictionary)
  }
}
