import Composable
import ComposableTesting
import Foundation
import Testing

private struct Row: Equatable, Hashable, Identifiable, Codable, Comparable, Sendable {
  var id: Int
  var text = ""
  static func < (lhs: Row, rhs: Row) -> Bool { lhs.id < rhs.id }
}

private func rows(_ ids: Int...) -> IdentifiedArrayOf<Row> {
  IdentifiedArray(uniqueElements: ids.map { Row(id: $0) })
}

@Suite struct IdentifiedArrayEditingTests {
  @Test func `a second element of one id is reported where it is given, and the first stays`() {
    var array: IdentifiedArrayOf<Row> = []
    let line: UInt = #line + 2
    let issues = captureIssues {
      array = IdentifiedArray(uniqueElements: [Row(id: 1, text: "a"), Row(id: 1, text: "b")])
    }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(issues.map(\.site.line) == [line])
    #expect(Array(array) == [Row(id: 1, text: "a")])
  }

  @Test func `the caller can decide between elements with one id`() {
    let array = IdentifiedArray(uniquing: [Row(id: 1, text: "a"), Row(id: 2), Row(id: 1)]) {
      Row(id: $0.id, text: $0.text + "+" + $1.text)
    }
    #expect(array.map(\.text) == ["a+", ""])
  }

  @Test func `elements move, sort, reverse and swap by place`() {
    var array = rows(1, 2, 3, 4, 5)
    array.move(fromOffsets: [1, 3], toOffset: 0)
    #expect(array.map(\.id) == [2, 4, 1, 3, 5])
    array.move(fromOffsets: IndexSet([0, 1]), toOffset: 5)
    #expect(array.map(\.id) == [1, 3, 5, 2, 4])
    array.reverse()
    #expect(array.map(\.id) == [4, 2, 5, 3, 1])
    array.sort()
    #expect(array.map(\.id) == [1, 2, 3, 4, 5])
    array.sort { $0.id > $1.id }
    array.swapAt(0, 4)
    #expect(array.map(\.id) == [1, 4, 3, 2, 5])
    for id in 1...5 { #expect(array.index(id: id).map { array[$0].id } == id) }
  }

  @Test func `elements are removed by id, place, range and rule`() {
    var array = rows(1, 2, 3, 4, 5, 6, 7, 8)
    array.removeFirst()
    array.removeLast(2)
    #expect(array.map(\.id) == [2, 3, 4, 5, 6])
    array.remove(atOffsets: [0, 4])
    array.removeSubrange(..<1)
    array.removeAll { $0.id == 4 }
    #expect(array.map(\.id) == [5])
    #expect(array.remove(id: 9) == nil)
    #expect(array.removeLast() == Row(id: 5))
    #expect(array.isEmpty)
  }

  @Test func `an element takes the place of the one with its id`() {
    var array = rows(1, 2)
    #expect(array.updateOrInsert(Row(id: 2, text: "b"), at: 0).replaced == Row(id: 2))
    #expect(array.updateOrInsert(Row(id: 3), at: 0).index == 0)
    #expect(array.map(\.id) == [3, 1, 2])
    #expect(array.update(Row(id: 1, text: "a"), at: 1) == Row(id: 1))
    let issues = captureIssues { _ = array.update(Row(id: 9), at: 1) }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(array[1] == Row(id: 1, text: "a"))
  }

  @Test func `an element whose id is changed where it lies is reported and stays findable`() {
    var array = rows(1, 2)
    var issues = captureIssues { array[id: 1]?.id = 7 }
    #expect(issues.map(\.code) == [.duplicateID])
    issues = captureIssues { array[1].id = 8 }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(array.count == 2)
    #expect(array[id: 1] != nil && array[id: 2] != nil)
    issues = captureIssues { array[id: 3] = Row(id: 4) }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(array.count == 2)
  }

  @Test func `writing through an id appends, changes and removes`() {
    var array = rows(1)
    func change(_ row: inout Row?, to new: Row?) { row = new }
    change(&array[id: 2], to: Row(id: 2, text: "new"))
    array[id: 1]?.text = "changed"
    #expect(array.map(\.text) == ["changed", "new"])
    change(&array[id: 1], to: nil)
    #expect(Array(array.ids) == [2])
  }

  @Test func `an element is changed without being copied`() {
    final class Heap {}
    struct Heavy: Identifiable {
      let id = 1
      var heap = Heap()
      mutating func isUnique() -> Bool { isKnownUniquelyReferenced(&heap) }
    }
    var array = IdentifiedArray(uniqueElements: [Heavy()])
    let byPlace = array[0].isUnique()
    let byID = array[id: 1]?.isUnique()
    #expect(byPlace)
    #expect(byID == true)
  }

  @Test func `decoding elements of one id fails and says which`() throws {
    let data = Data(#"[{"id":1,"text":""},{"id":2,"text":""},{"id":1,"text":""}]"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data)
    }
    #expect("\(error as Any)".contains("Element 2"))
  }

  @Test func `equal arrays hash equally and filtering keeps ids`() {
    let array = rows(1, 2, 3)
    #expect(array.hashValue == rows(1, 2, 3).hashValue)
    #expect(array.filter { $0.id != 2 } == rows(1, 3))
    #expect("\(rows(1))" == "\([Row(id: 1)])")
  }

  @Test func `an absent element is not made from one with another id`() {
    var array = rows(1)
    func change(_ row: inout Row?, to new: Row?) { row = new }
    let issues = captureIssues { change(&array[id: 2], to: Row(id: 3)) }
    #expect(issues.map(\.code) == [.duplicateID])
    #expect(array == rows(1))
  }

  @Test func `inserting says where the element is, and leaves one with its id as it was`() {
    var array = rows(1, 2)
    let new = array.insert(Row(id: 3), at: 1)
    #expect(new.inserted && new.index == 1)
    let known = array.insert(Row(id: 2, text: "new"), at: 0)
    #expect(!known.inserted && known.index == 2)
    #expect(array == rows(1, 3, 2))
  }

  @Test func `several elements are appended and those with known ids left out`() {
    var array = rows(1)
    array.append(contentsOf: [Row(id: 2), Row(id: 1, text: "again"), Row(id: 3)])
    #expect(array == rows(1, 2, 3))
  }

  @Test func `an updated element is written, and a new one put where it belongs`() {
    var array = rows(1, 2)
    #expect(array.updateOrAppend(Row(id: 1, text: "a")) == Row(id: 1))
    #expect(array.updateOrAppend(Row(id: 3)) == nil)
    let updated = array.updateOrInsert(Row(id: 2, text: "b"), at: 0)
    #expect(updated.index == 1)
    #expect(Array(array) == [Row(id: 1, text: "a"), Row(id: 2, text: "b"), Row(id: 3)])
  }

  @Test func `the first and the last elements are removed by number`() {
    var array = rows(1, 2, 3, 4)
    array.removeFirst(2)
    #expect(array == rows(3, 4))
    array.removeLast(1)
    #expect(array == rows(3))
  }

  @Test func `shuffling takes its order from the generator it is given`() {
    struct Counting: RandomNumberGenerator {
      var last: UInt64 = 0
      mutating func next() -> UInt64 {
        last &+= 0x9E37_79B9_7F4A_7C15
        return last
      }
    }
    var arrays = [IdentifiedArrayOf<Row>](
      repeating: IdentifiedArray(uniqueElements: (0..<50).map { Row(id: $0) }), count: 2)
    for index in arrays.indices {
      var generator = Counting()
      arrays[index].shuffle(using: &generator)
    }
    #expect(arrays[0] == arrays[1])
    #expect(Set(arrays[0].ids) == Set(0..<50))
  }
}
