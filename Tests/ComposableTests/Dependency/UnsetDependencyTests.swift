import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

private enum UnsetKey: DependencyKey {
  static let liveValue = 3
}
private enum InterfaceKey: TestDependencyKey {
  static let testValue = 4
}
private enum StampKey: TestDependencyKey {
  static var testValue: UUIDGenerator { .incrementing }
}
extension DependencyValues {
  fileprivate var unset: Int { self[UnsetKey.self] }
}

private let message =
  "\"UnsetKey\" has no test value: override the dependency in this test."

@Suite(.leavesNothingBehind) struct UnsetDependencyTests {
  @Test func `a dependency without a test value fails the test and names itself`() {
    failTestsOnIssues()
    withKnownIssue {
      #expect(DependencyValues.current.unset == 3)
    } matching: {
      "\($0)".contains(message)
    }
  }

  @Test func `every test that reads it fails, not only the first`() {
    for _ in 1...2 {
      let issues = captureIssues { #expect(DependencyValues.current.unset == 3) }
      #expect(issues.map(\.message) == [message])
    }
  }

  @Test func `a store reports it once`() {
    let issues = captureIssues {
      let store = Store(initialState: 0) {
        Reduce { (state: inout Int, _: Bool) in
          state += DependencyValues.current.unset
          return .none
        }
      }
      store.send(true)
      store.send(true)
      #expect(store.state == 6)
    }
    #expect(issues.map(\.message) == [message])
  }

  #if DEBUG
    @Test func `the report points at the property that was read`() {
      let line: UInt = #line + 2
      let issues = captureIssues {
        @Dependency(\.unset) var unset
        @Dependency(UnsetKey.self) var byType
        #expect(unset + byType == 6)
      }
      #expect(issues.map(\.site.line) == [line, line + 1])
      #expect(issues.allSatisfy { "\($0.site.fileID)" == "\(#fileID)" })
    }
  #endif

  @Test func `built-in dependencies go by the names of their properties`() {
    let reads: [(String, (DependencyValues) -> Any)] = [
      ("date", { $0.date }), ("uuid", { $0.uuid }), ("calendar", { $0.calendar }),
      ("timeZone", { $0.timeZone }), ("locale", { $0.locale }),
      ("continuousClock", { $0.continuousClock }), ("suspendingClock", { $0.suspendingClock }),
      ("withRandomNumberGenerator", { $0.withRandomNumberGenerator }),
    ]
    for (name, read) in reads {
      let issues = captureIssues { _ = read(.current) }
      #expect(issues.map(\.code) == [.unimplemented])
      #expect(issues.first?.message.contains("\"\(name)\" has no test value") == true)
    }
  }

  @Test func `a dependency without a live value is reported in production and stands in`() {
    let issues = captureIssues {
      withDependencies {
        $0.context = .live
      } operation: {
        #expect(DependencyValues.current[InterfaceKey.self] == 4)
        #expect(DependencyValues.current.unset == 3)
      }
    }
    #expect(
      issues.map(\.message) == [
        "\"InterfaceKey\" has no live value: conform it to DependencyKey where the app is wired."
      ])
  }

  @Test func `previews use the live value, or the test value where only that is known`() {
    let issues = captureIssues {
      withDependencies {
        $0.context = .preview
      } operation: {
        #expect(DependencyValues.current.unset == 3)
        #expect(DependencyValues.current[InterfaceKey.self] == 4)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `a test value that remembers is each store's own`() {
    func makeStore() -> Store<[UUID], Bool> {
      Store(initialState: []) {
        Reduce { state, _ in
          state.append(DependencyValues.current[StampKey.self]())
          return .none
        }
      }
    }
    let stores = [makeStore(), makeStore()]
    for store in stores {
      store.send(true)
      store.send(true)
      #expect(store.state == [UUID(0), UUID(1)])
    }
  }
}
