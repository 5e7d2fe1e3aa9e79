import Composable
import ComposableTestSupport
import Foundation
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct StateSnapshotTests {
  struct Item: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
    var price = 0.0
  }
  struct Cart: Codable, Equatable, Sendable {
    var owner = "Margaret"
    var items: IdentifiedArrayOf<Item> = [Item(id: 1, name: "Tea", price: 3.5)]
    var opened: Date? = Date(timeIntervalSince1970: 1_000_000.25)
  }

  private func store(_ state: Cart = Cart()) -> Store<Cart, Void> {
    Store(initialState: state) {
      Reduce { (state: inout Cart, _: Void) in
        state.items.append(Item(id: 2, name: "Cake"))
        return .none
      }
    }
  }

  @Test func `a state comes back as it was`() throws {
    let store = store()
    store.send(())
    let kept = try store.snapshot(version: 3).data
    let state = try StateSnapshot(data: kept).state(Cart.self, version: 3)
    #expect(state == store.state)
    #expect(state.items.count == 2)
    let next = self.store(state)
    #expect(next.state == store.state)
  }

  @Test func `a state that is not an object has a snapshot, too`() throws {
    #expect(try StateSnapshot(of: 7).state() == 7)
    #expect(try StateSnapshot(of: [1: "a"]).state() == [1: "a"])
  }

  @Test func `the same state gives the same bytes`() throws {
    #expect(try store().snapshot() == store().snapshot())
    #expect(try store().snapshot(version: 2) != store().snapshot())
  }

  @Test func `an unwritable field is named, not its value`() {
    let state = Cart(items: [Item(id: 9, name: "Secret", price: .infinity)])
    #expect(throws: StateSnapshotError.unwritable(state: "Cart", at: "state.items.0.price")) {
      try store(state).snapshot()
    }
  }

  @Test func `an unreadable field is named, not its value`() throws {
    let text =
      #"{"state":{"items":[{"id":"Secret","name":"","price":0}],"owner":""},"stateVersion":1}"#
    let snapshot = try StateSnapshot(data: Data(text.utf8))
    let error = #expect(throws: StateSnapshotError.self) { try snapshot.state(Cart.self) }
    #expect(error == .unreadable(state: "Cart", at: "state.items.0.id"))
    #expect(error?.description.contains("Secret") == false)
  }

  @Test func `a field that is missing is named`() throws {
    let snapshot = try StateSnapshot(data: Data(#"{"stateVersion":1,"state":{}}"#.utf8))
    #expect(throws: StateSnapshotError.unreadable(state: "Cart", at: "state.owner")) {
      try snapshot.state(Cart.self)
    }
  }

  @Test func `a snapshot of another version is not read, and says which it is`() throws {
    let snapshot = try StateSnapshot(data: store().snapshot(version: 2).data)
    #expect(snapshot.version == 2)
    #expect(throws: StateSnapshotError.otherVersion(found: 2, expected: 3)) {
      try snapshot.state(Cart.self, version: 3)
    }
  }

  @Test(arguments: [
    "", "null", "7", "[]", "{}", "{\"stateVersion\":\"1\"}", "\u{0}", "{\"state\":1}",
  ])
  func `bytes that are no snapshot are refused`(_ text: String) {
    #expect(throws: StateSnapshotError.notASnapshot) { try StateSnapshot(data: Data(text.utf8)) }
  }

  @Test func `a snapshot that is cut off or damaged gives an error or a state, never a crash`()
    throws
  {
    let data = try store().snapshot().data
    for length in 0..<data.count {
      #expect(throws: StateSnapshotError.notASnapshot) {
        try StateSnapshot(data: data.prefix(length))
      }
    }
    for position in 0..<data.count {
      for byte: UInt8 in [0, 0x22, 0x5B, 0x7D, 0x39, 0xFF] {
        var damaged = data
        damaged[position] = byte
        do throws(StateSnapshotError) {
          _ = try StateSnapshot(data: damaged).state(Cart.self)
        } catch {
          #expect(!error.description.contains("Margaret"))
        }
      }
    }
    let deep = Data(
      ("{\"stateVersion\":1,\"state\":" + String(repeating: "[", count: 100_000)).utf8)
    #expect(throws: StateSnapshotError.notASnapshot) { try StateSnapshot(data: deep) }
  }

  @Test func `null and nonsense in a snapshot are placed as what is missing is`() throws {
    struct Page: Codable, Equatable, Sendable {
      var sizes: [Int] = [1]
      var address = URL(fileURLWithPath: "/")
    }
    let null = try StateSnapshot(
      data: Data(#"{"stateVersion":1,"state":{"sizes":[1,null],"address":"file:///"}}"#.utf8))
    #expect(throws: StateSnapshotError.unreadable(state: "Page", at: "state.sizes.1")) {
      try null.state(Page.self)
    }
    let nonsense = try StateSnapshot(
      data: Data(#"{"stateVersion":1,"state":{"sizes":[1],"address":""}}"#.utf8))
    #expect(throws: StateSnapshotError.unreadable(state: "Page", at: "state.address")) {
      try nonsense.state(Page.self)
    }
  }
}
