import Composable
import ComposableTesting
import XCTest

/// Test stores in XCTest: the same steps, and failures that reach XCTest at the line of the call.
final class TestStoreXCTests: RecordingTestCase {
  func test43_aFailureReachesXCTestAtTheCall() async {
    let store = Timer.testStore(on: TestClock())
    let failures = await recordedFailures {
      await store.send(.loaded(1)) { $0.count = 2 }
    }
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.first?.line, #line - 3)
    XCTAssertEqual(failures.first?.filePath, #filePath)
    XCTAssertTrue(failures.first?.description.contains("[change-differs]") == true)
    XCTAssertTrue(failures.first?.description.contains("+   count: 1,") == true)
  }

  func test43_aFailureAtReleaseReachesXCTest() async {
    let failures = await recordedFailures {
      let store = Timer.testStore(on: TestClock())
      await store.send(.startButtonTapped) { $0.isRunning = true }
    }
    XCTAssertEqual(failures.map(\.line), [#line - 3])
    XCTAssertTrue(failures.first?.description.contains("[effects-at-release]") == true)
  }

  func test43_anIssueOfAnEffectReachesXCTest() async {
    struct Failure: Error {}
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Int) in .run { _ in throw Failure() } }
    }
    await store.send(1)
    let failures = await recordedFailures {
      await store.finish()
    }
    XCTAssertEqual(failures.map(\.line), [#line - 6])
    XCTAssertTrue(failures.first?.description.contains("[thrown-error]") == true)
  }

  func test43_capturedIssuesDoNotFailTheTest() async {
    let store = Timer.testStore(on: TestClock())
    let failures = await recordedFailures {
      let issues = await captureIssues { await store.receive(\.ticked) }
      XCTAssertEqual(issues.map(\.code), [.nothingPending])
    }
    XCTAssertEqual(failures.count, 0)
  }

  func test44_aFeatureOnAClockIsToldStepByStep() async {
    await checkingForLeaks {
      let clock = TestClock()
      let store = Timer.testStore(on: clock)
      await store.send(.startButtonTapped) { $0.isRunning = true }
      await clock.advance(by: .seconds(2))
      await store.receive(.ticked) { $0.count = 1 }
      await store.receive(\.ticked) { $0.count = 2 }
      await store.send(.stopButtonTapped) { $0.isRunning = false }
      await store.finish()
    }
  }

  func test45_skippedAssertionsAreNoFailures() async {
    let store = Timer.testStore(on: TestClock())
    store.exhaustivity = .off(showSkippedAssertions: true)
    let failures = await recordedFailures {
      await store.send(.loadButtonTapped)
      await store.receive(\.loaded)
    }
    XCTAssertEqual(failures.count, 0)
    XCTAssertEqual(store.state.count, 42)
  }
}
