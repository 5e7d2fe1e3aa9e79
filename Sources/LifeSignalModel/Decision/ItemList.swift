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

  /// Part of a longer list.
  /// - Parameters:
  ///   - found: one more than `limit` if more follow.
  ///   - cursor: names an item, so that the next part begins after it.
  init(_ found: [Item], limit: Int, cursor: (Item) -> String) {
    items = Array(found.prefix(limit))
    next = found.count > limit ? items.last.map(cursor) : nil
  }
}

extension ItemList: Equatable where Item: Equatable {}
