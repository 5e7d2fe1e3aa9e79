public import OrderedCollections
import Synchronization

/// An ordered collection of elements with unique ids: an array that finds by id in constant time.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var elementsByID: OrderedDictionary<ID, Element>
  private let idKeyPath: any KeyPath<Element, ID> & Sendable
  /// Equal stamps mean equal ids in equal order, so a `forEach` need not compare them.
  package private(set) var stamp: UInt64

  public init(id: any KeyPath<Element, ID> & Sendable) {
    idKeyPath = id
    elementsByID = [:]
    stamp = 0
  }

  /// An array of elements whose ids differ.
  ///
  /// Of elements with one id the first one stays; the others are dropped and reported at this call.
  public init(
    uniqueElements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(id: id)
    for element in uniqueElements where !append(element).inserted {
      reportIssue(
        .duplicateID, "Two elements have the id \(element[keyPath: id]); the first one stays.",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Makes an array, asking `combine` which element stays where several have one id. The place is
  /// that of the first. One that has another id itself is reported and not taken.
  public init(
    uniquing elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (_ first: Element, _ next: Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted { self[index] = try combine(self[index], element) }
    }
  }

  package static func nextStamp() -> UInt64 {
    stamps.wrappingAdd(1, ordering: .relaxed).newValue
  }

  mutating func restamp() { stamp = Self.nextStamp() }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

private let stamps = Atomic<UInt64>(0)

extension IdentifiedArray {
  public var ids: OrderedSet<ID> { elementsByID.keys }
  public var elements: [Element] { Array(elementsByID.values) }

  /// The element with this id. Setting nil removes it, setting an unknown one appends it.
  ///
  /// An element written under an id that is not its own is refused and reported. One whose id is
  /// changed where it lies is reported, and stays listed under the id it had.
  public subscript(id id: ID) -> Element? {
    _read { yield elementsByID[id] }
    set {
      guard let newValue else {
        _ = remove(id: id)
        return
      }
      guard newValue[keyPath: idKeyPath] == id else {
        reportForeign(id)
        return
      }
      if let index = elementsByID.index(forKey: id) {
        elementsByID.values[index] = newValue
      } else {
        elementsByID[id] = newValue
        restamp()
      }
    }
    _modify {
      let wasPresent = contains(id: id)
      defer { settle(id, wasPresent: wasPresent) }
      yield &elementsByID[id]
    }
  }

  private mutating func settle(_ id: ID, wasPresent: Bool) {
    let element = elementsByID[id]
    if wasPresent != (element != nil) { restamp() }
    guard let element, element[keyPath: idKeyPath] != id else { return }
    if !wasPresent { elementsByID[id] = nil }
    reportForeign(id)
  }

  private func reportForeign(_ id: ID) {
    reportIssue(
      .duplicateID, "An element was written under the id \(id), which is not its own.",
      at: CallSite())
  }

  public func index(id: ID) -> Int? { elementsByID.index(forKey: id) }
  public func contains(id: ID) -> Bool { elementsByID.index(forKey: id) != nil }

  /// Mutates one element where it lies. Must not change its id: debug builds report that.
  @inlinable
  package mutating func modify<Result>(
    id: ID, _ update: (inout Element) -> Result
  ) -> Result? {
    guard let index = elementsByID.index(forKey: id) else { return nil }
    #if DEBUG
      defer { checkID(at: index, id) }
    #endif
    return update(&elementsByID.values[index])
  }

  @usableFromInline
  func checkID(at index: Int, _ id: ID) {
    if elementsByID.values[index][keyPath: idKeyPath] != id { reportForeign(id) }
  }

  /// Appends unless an element with the same id is there already.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends those whose ids are not there already.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts unless an element with the same id is there already.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: idKeyPath]
    if let existing = elementsByID.index(forKey: id) { return (false, existing) }
    elementsByID.updateValue(element, forKey: id, insertingAt: index)
    restamp()
    return (true, index)
  }

  /// Replaces the element with the same id or appends; returns the replaced one.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let id = element[keyPath: idKeyPath]
    if let index = elementsByID.index(forKey: id) {
      let old = elementsByID.values[index]
      elementsByID.values[index] = element
      return old
    }
    append(element)
    return nil
  }

  /// Replaces the element with the same id where it is, or inserts it; returns the replaced one.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (replaced: Element?, index: Int) {
    let id = element[keyPath: idKeyPath]
    guard let existing = elementsByID.index(forKey: id) else {
      insert(element, at: index)
      return (nil, index)
    }
    let old = elementsByID.values[existing]
    elementsByID.values[existing] = element
    return (old, existing)
  }

  /// Replaces the element at `index` by one with the same id; returns the replaced one. An element
  /// with another id is refused and reported.
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = self[index]
    self[index] = element
    return old
  }

  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let removed = elementsByID.removeValue(forKey: id) else { return nil }
    restamp()
    return removed
  }

  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: element[keyPath: idKeyPath])
  }

  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    restamp()
    return elementsByID.remove(at: index).value
  }

  public mutating func removeAll(where matches: (Element) throws -> Bool) rethrows {
    try elementsByID.removeAll { try matches($0.value) }
    restamp()
  }

  public mutating func removeAll(keepingCapacity: Bool = false) {
    elementsByID.removeAll(keepingCapacity: keepingCapacity)
    restamp()
  }

  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for index in offsets.sorted(by: >) { remove(at: index) }
  }

  @discardableResult
  public mutating func removeFirst() -> Element {
    restamp()
    return elementsByID.removeFirst().value
  }

  @discardableResult
  public mutating func removeLast() -> Element {
    restamp()
    return elementsByID.removeLast().value
  }

  public mutating func removeFirst(_ count: Int) {
    elementsByID.removeFirst(count)
    restamp()
  }

  public mutating func removeLast(_ count: Int) {
    elementsByID.removeLast(count)
    restamp()
  }

  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    elementsByID.removeSubrange(bounds.relative(to: self))
    restamp()
  }

  public mutating func reserveCapacity(_ count: Int) { elementsByID.reserveCapacity(count) }

  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  public init() {
    self.init(id: \.id)
  }

  /// An array of elements whose ids differ. Another one with the same id is dropped and reported.
  public init(
    uniqueElements: some Sequence<Element>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      uniqueElements: uniqueElements, id: \.id, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Makes an array, asking `combine` which element stays where several have one id. The place is
  /// that of the first. One that has another id itself is reported and not taken.
  public init(
    uniquing elements: some Sequence<Element>,
    uniquingIDsWith combine: (_ first: Element, _ next: Element) throws -> Element
  ) rethrows {
    try self.init(uniquing: elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elementsByID.count }

  /// Writing must keep the id at that place: another one is refused and reported.
  public subscript(position: Int) -> Element {
    get { elementsByID.values[position] }
    set {
      guard newValue[keyPath: idKeyPath] == elementsByID.keys[position] else {
        reportIssue(
          .duplicateID, "The element at \(position) was replaced by one with another id.",
          at: CallSite())
        return
      }
      elementsByID.values[position] = newValue
    }
    _modify {
      defer {
        let id = elementsByID.keys[position]
        if elementsByID.values[position][keyPath: idKeyPath] != id { reportForeign(id) }
      }
      yield &elementsByID.values[position]
    }
  }
}
