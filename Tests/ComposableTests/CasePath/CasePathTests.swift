import Composable
import ComposableTesting
import Testing

@CasePathable @dynamicMemberLookup
private enum Outer: Equatable, Sendable {
  case inner(Inner)
  case number(Int)
  case pair(name: String, age: Int)
  case empty
}
@CasePathable
private enum Inner: Equatable, Sendable {
  case text(String)
  case none
}

@Suite struct CasePathTests {
  @Test func `a path reaches through cases`() {
    let value = Outer.inner(.text("x"))
    #expect(value.is(\.inner.text))
    #expect(!value.is(\.number))
    #expect(value[case: \.inner.text] == "x")
    #expect(Outer.pair(name: "A", age: 3)[case: \.pair]?.age == 3)
    #expect(value.inner == .text("x"))
    #expect(value.number == nil)
    #expect(Outer.empty.is(\.empty))
  }

  @Test func `a value is modified in its case only`() {
    var value = Outer.number(1)
    value.modify(\.number) { $0 += 1 }
    #expect(value == .number(2))
    value[case: \.inner] = Inner.none
    #expect(value == .number(2))
    let issues = captureIssues { value.modify(\.inner) { $0 = .none } }
    #expect(issues.map(\.code) == [.caseMismatch])
  }

  @Test func `a path builds what it extracts`() {
    let path = Outer.allCasePaths.inner.text
    #expect(path.embed("y") == .inner(.text("y")))
    #expect(path.extract(from: .number(1)) == nil)
  }
}
