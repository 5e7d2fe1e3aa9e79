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

  @Test func `an issue about the wrong case names the actual case`() {
    var value = Outer.number(1)
    let issues = captureIssues { value.modify(\.inner) { $0 = .none } }
    #expect(issues.first?.message.contains("number") == true)
  }

  @Test func `optionals and results tell their cases apart`() {
    #expect(Int?.none.is(\.none) && !Int?.some(1).is(\.none))
    #expect(Int?.none._caseIdentity != Int?.some(1)._caseIdentity)
    typealias Outcome = Result<Int, Never>
    #expect(Outcome.success(1).is(\.success))
    #expect(Outcome.success(1)._caseIdentity == Outcome.success(2)._caseIdentity)
    let failure = Result<Int, CancellationError>.failure(CancellationError())
    #expect(failure.is(\.failure))
    #expect(failure._caseIdentity != Result<Int, CancellationError>.success(1)._caseIdentity)
  }

  @Test func `a path to one element's actions lets those of others pass`() {
    typealias Rows = IdentifiedAction<Int, Outer>
    let one = Rows.allCasePaths[id: 1]
    #expect(one.extract(from: .element(id: 1, action: .empty)) == .empty)
    #expect(one.extract(from: .element(id: 2, action: .empty)) == nil)
    let number = Rows.allCasePaths.number
    let found = number.extract(from: .element(id: 2, action: .number(7)))
    #expect(found?.id == 2 && found?.value == 7)
    #expect(number.extract(from: .element(id: 2, action: .empty)) == nil)
    #expect(number.embed((id: 3, value: 4)) == .element(id: 3, action: .number(4)))
  }

  @Test func `a path through what is presented builds what it extracts`() {
    let path = PresentationAction<Outer>.allCasePaths.number
    #expect(path.embed(3) == .presented(.number(3)))
    #expect(path.extract(from: .presented(.number(3))) == 3)
    #expect(path.extract(from: .dismiss) == nil)
  }
}
