import Composable
import ComposableTesting
import Testing

// That these compile is most of the test.

@CasePathable @dynamicMemberLookup
private enum Loadable<Value: Sendable>: Sendable {
  case idle
  case loaded(Value)
  case failed(code: Int, reason: String)
}

private struct Outer<Element: Sendable> {
  fileprivate struct Secret: Sendable, Equatable { var key = 1 }

  @CasePathable
  fileprivate enum Tree: Sendable {
    case leaf(Element)
    indirect case branch(left: Self, right: Self)
    indirect case single(Self)
  }

  @CasePathable
  fileprivate enum Hidden: Sendable {
    case secret(Secret)
  }

  static func hiddenKey() -> Int? {
    Hidden.secret(Secret())[case: \.secret]?.key
  }
}

@CasePathable
private enum Awkward: Sendable {
  case `default`
  case `switch`(Int)
  case move(from: Int, in: String)
  case found(Int?)
  case update(@Sendable (inout Int) -> Void)
  case several([Int]), tuple((Int, Int))
  case initialised(with: Int = 3)
  #if DEBUG
    case checked
  #else
    case unchecked
  #endif
}

@CasePathable
private enum Empty {}

@MainActor private struct Screen {
  @CasePathable
  enum Action: Sendable {
    case tapped
    case answered(Result<Int, UnimplementedEndpoint>)
  }
}

@Suite struct CasePathableKindsTests {
  @Test func `a generic enum has paths to each of its cases`() {
    let value = Loadable.loaded(3)
    #expect(value.loaded == 3)
    #expect(value[case: \.failed]?.code == nil)
    #expect(Loadable<Int>.allCasePaths.failed.embed((code: 1, reason: "x")).is(\.failed))
    let nested = Loadable.loaded(Loadable.loaded("deep"))
    #expect(nested[case: \.loaded.loaded] == "deep")
  }

  @Test func `an enum may carry itself and be nested in a generic or private scope`() {
    let tree = Outer.Tree.branch(left: .leaf(1), right: .single(.leaf(2)))
    #expect(tree[case: \.branch]?.right.is(\.single.leaf) == true)
    #expect(Outer<Int>.hiddenKey() == 1)
  }

  @Test func `names and values that need care are spelled right`() {
    #expect(Awkward.default.is(\.default))
    #expect(Awkward.switch(2)[case: \.switch] == 2)
    #expect(Awkward.move(from: 1, in: "x")[case: \.move]?.in == "x")
    #expect(Awkward.initialised().is(\.initialised))
    #expect(Awkward.tuple((1, 2))[case: \.tuple]?.1 == 2)
    var number = 1
    Awkward.update { $0 += 1 }[case: \.update]?(&number)
    #expect(number == 2)
    #if DEBUG
      #expect(Awkward.checked.is(\.checked))
    #endif
  }

  @Test func `a case that carries nil is still that case`() {
    #expect(Awkward.found(nil).is(\.found))
    #expect(Awkward.found(nil)[case: \.found] == .some(nil))
    #expect(Awkward.default[case: \.found] == nil)
  }

  @Test func `cases of an isolated type are reached from anywhere`() async {
    await Task.detached {
      #expect(Screen.Action.answered(.success(4))[case: \.answered.success] == 4)
      #expect(Screen.Action.answered(.failure(.init("x"))).is(\.answered.failure))
      #expect(Screen.Action.tapped._caseIdentity == _CaseIdentity("tapped"))
    }.value
  }

  @Test func `optional values are reached through some`() {
    let value: Loadable<Int?> = .loaded(4)
    #expect(value[case: \.loaded.some] == 4)
    #expect(Loadable<Int?>.loaded(nil).is(\.loaded.none))
  }

  @Test func `a case is modified in place at any depth`() {
    var nested = Loadable.loaded(Loadable.loaded([1]))
    nested.modify(\.loaded.loaded) { $0.append(2) }
    #expect(nested[case: \.loaded.loaded] == [1, 2])
    let issues = captureIssues { nested.modify(\.loaded.failed) { $0.code = 2 } }
    #expect(issues.map(\.code) == [.caseMismatch])
    #expect(issues.first.map { "\($0.site.fileID)" } == "\(#fileID)")
    #expect(nested[case: \.loaded.loaded] == [1, 2])
  }

  @Test func `a path written by hand goes through a generated one`() {
    let even = CasePath<Int, Int>(
      embed: { $0 * 2 }, extract: { $0.isMultiple(of: 2) ? $0 / 2 : nil })
    let path = Loadable<Int>.allCasePaths.loaded.appending(even)
    #expect(path.extract(from: .loaded(8)) == 4)
    #expect(path.extract(from: .loaded(7)) == nil)
    #expect(path.embed(5).loaded == 10)
  }
}
