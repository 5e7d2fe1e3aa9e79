/// Several values, in an object, so that more fields can be added later.
public struct ItemList<Item: Codable & Sendable>: Codable, Sendable {
  public var items: [Item]
  /// Where the next part begins: `before` of the next request. Nil where nothing follows, and for
  /// lists that come whole.
  public var next: String?

  public init(_ items: [Item], next: String? = nil) {
    self.items = items
    self.next = next
  }
}

extension ItemList: Equatable where Item: Equatable {}
