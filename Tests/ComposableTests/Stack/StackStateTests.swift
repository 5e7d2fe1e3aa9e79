import Composable
import ComposableTesting
import Foundation
import Testing

@Suite struct StackStateTests {
  /// Ids from 0, as in a test store.
  func numbered<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try body()
    }
  }

  @Test func `a stack is a collection whose elements keep their ids`() {
    numbered {
      var stack: StackState = ["a", "b"]
      stack.insert("c", at: 1)
      #expect(Array(stack) == ["a", "c", "b"])
      #expect(Array(stack.ids) == [0, 2, 1])
      stack.remove(at: 0)
      #expect(Array(stack.ids) == [2, 1])
      #expect(stack.popLast() == "b")
      stack.append(contentsOf: ["d", "e"])
      #expect(Array(stack.ids) == [2, 3, 4])
    }
  }

  @Test func `several elements are put in at a place in their order`() {
    numbered {
      var stack: StackState = ["a", "b"]
      stack.insert(contentsOf: ["x", "y", "z"], at: 1)
      #expect(Array(stack) == ["a", "x", "y", "z", "b"])
      #expect(Array(stack.ids) == [0, 2, 3, 4, 1])
    }
  }

  @Test func `nil for one case removes an element in this case only`() {
    numbered {
      var stack: StackState<Result<Int, Never>?> = [.success(1)]
      stack[id: 0, case: \.none] = nil
      #expect(stack.count == 1)
      stack[id: 0, case: \.some.success] = 2
      #expect(stack[id: 0] == .success(2))
      stack[id: 0, case: \.some] = nil
      #expect(stack.isEmpty)
    }
  }

  @Test func `popping from and to an id`() {
    numbered {
      var stack: StackState = [10, 20, 30]
      stack.pop(to: 1)
      #expect(Array(stack) == [10, 20])
      stack.pop(from: 1)
      #expect(Array(stack) == [10])
      let issues = captureIssues { stack.pop(from: 1) }
      #expect(issues.map(\.code) == [.missingElement])
      #expect(Array(stack) == [10])
    }
  }

  @Test func `equal stacks have equal elements under equal ids`() {
    let first = numbered { StackState([1, 2]) }
    let second = numbered { StackState([1, 2]) }
    #expect(first == second)
    var third = first
    numbered { third[id: 1] = nil }
    #expect(first != third)
    withDependencies {
      $0.stackElementID = StackElementIDGenerator(startingAt: 5)
    } operation: {
      third.append(2)
    }
    #expect(Array(first) == Array(third))
    #expect(first != third)
  }

  @Test func `an unknown id cannot be written outside tests`() {
    withDependencies {
      $0.context = .live
    } operation: {
      var stack = StackState<Int>()
      let issues = captureIssues { stack[id: 99] = 1 }
      #expect(issues.map(\.code) == [.missingElement])
      #expect(stack.isEmpty)
    }
  }

  @Test func `a new id differs from all ids in the stack`() {
    var stack = numbered { StackState([1, 2, 3]) }
    numbered { stack.append(4) }
    #expect(Array(stack.ids) == [0, 1, 2, 3])
  }

  @Test func `a stack is encoded as its elements`() throws {
    let data = try JSONEncoder().encode(StackState([1, 2]))
    #expect(String(decoding: data, as: UTF8.self) == "[1,2]")
    #expect(Array(try JSONDecoder().decode(StackState<Int>.self, from: data)) == [1, 2])
  }

  @Test func `an element is changed where it lies`() throws {
    var stack = StackState([CountedCopies()])
    let id = try #require(stack.ids.first)
    stack[id: id]?.touch()
    #expect(stack.first?.copies == 0)
  }
}
