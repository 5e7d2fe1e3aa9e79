import Composable
import ComposableTesting
import Foundation
import Testing

@Suite struct IdentifiedArrayTests {
  struct Item: Equatable, Identifiable, Codable, Sendable {
    var id: Int
    var text = ""
  }

  @Test func `elements are found, kept in order and unique`() {
    var items: IdentifiedArrayOf<Item> = []
    let issues = captureIssues {
      items = [Item(id: 1), Item(id: 2), Item(id: 1, text: "again")]
    }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(Array(items.ids) == [1, 2])
    #expect(items[id: 1]?.text == "")
    items[id: 2]?.text = "two"
    #expect(items[1].text == "two")
    items.insert(Item(id: 0), at: 0)
    #expect(items.map(\.id) == [0, 1, 2])
    #expect(items.remove(id: 1) == Item(id: 1))
    #expect(items.updateOrAppend(Item(id: 2, text: "new"))?.text == "two")
    items[id: 7] = Item(id: 7)
    #expect(items.count == 3)
    items[id: 7] = nil
    #expect(items.map(\.id) == [0, 2])
  }

  @Test func `an element under an id that is not its own is refused`() {
    var items: IdentifiedArrayOf<Item> = [Item(id: 1)]
    let issues = captureIssues { items[id: 1] = Item(id: 2) }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(items == [Item(id: 1)])
  }

  @Test func `decoding elements with one id throws`() throws {
    let text = #"[{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: Data(text.utf8))
    }
  }

  @Test func `equality is by elements and order`() {
    let first: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    var second: IdentifiedArrayOf<Item> = [Item(id: 2), Item(id: 1)]
    #expect(first != second)
    second.swapAt(0, 1)
    #expect(first == second)
  }

  @Test func `it is coded as an array`() throws {
    let items: IdentifiedArrayOf<Item> = [Item(id: 1, text: "a")]
    let data = try JSONEncoder().encode(items)
    #expect(try JSONDecoder().decode([Item].self, from: data) == [Item(id: 1, text: "a")])
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == items)
  }
}
