import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

@Suite struct TimerDocumentTests {
  let clock = TestClock()
  let saved = TimerFile(LonelyTimer.State(name: "Tea", duration: .seconds(180)))

  private func store(
    remaining: Int = 180, isSaving: Bool = false,
    write: @escaping @Sendable (TimerFile, URL) throws -> Void = { _, _ in }
  ) -> TestStoreOf<TimerDocument> {
    var state = TimerDocument.State(id: UUID(7), url: URL(filePath: "/Tea.timer"), file: saved)
    if remaining < 180 {
      state.timer = LonelyTimer.State(
        name: "Tea", duration: .seconds(180), remaining: .seconds(remaining))
    }
    state.isSaving = isSaving
    return TestStore(initialState: state) {
      TimerDocument()
    } withDependencies: {
      $0.continuousClock = clock
      $0.timerFiles.write = write
    }
  }

  @Test func `a save writes what is left, and nothing is unsaved then`() async {
    let store = store(remaining: 42) { file, url in
      #expect(file.remaining == .seconds(42))
      #expect(url.path == "/Tea.timer")
    }
    #expect(store.state.hasUnsavedChanges)
    await store.send(.save) { $0.isSaving = true }
    await store.receive(\.saved) { [timer = store.state.timer] in
      $0.isSaving = false
      $0.saved = TimerFile(timer)
    }
    #expect(!store.state.hasUnsavedChanges)
  }

  @Test func `a save that fails is told, and the changes are still unsaved`() async {
    let store = store(remaining: 42) { _, _ in throw TimerFileProblem.unwritable }
    await store.send(.save) { $0.isSaving = true }
    await store.receive(.saveFailed(.unwritable)) {
      $0.isSaving = false
      $0.problem = .unwritable
    }
    #expect(store.state.hasUnsavedChanges)
    await store.send(.problemDismissed) { $0.problem = nil }
  }

  @Test func `there is one save at a time`() async {
    let store = store(remaining: 42)
    await store.send(.save) { $0.isSaving = true }
    await store.send(.save)
    await store.receive(\.saved) { [timer = store.state.timer] in
      $0.isSaving = false
      $0.saved = TimerFile(timer)
    }
  }

  @Test func `without changes it closes at once`() async {
    await store().send(.close) { $0.closing = .closed }
  }

  @Test func `with changes it asks first`() async {
    let store = store(remaining: 42)
    await store.send(.close) { $0.closing = .asked }
    await store.send(.stayOpen) { $0.closing = .no }
    await store.send(.close) { $0.closing = .asked }
    await store.send(.closeWithoutSaving) { $0.closing = .closed }
  }

  @Test func `it closes when the changes have been saved`() async {
    let store = store(remaining: 42)
    await store.send(.close) { $0.closing = .asked }
    await store.send(.saveAndClose) {
      $0.closing = .afterSaving
      $0.isSaving = true
    }
    await store.receive(\.saved) { [timer = store.state.timer] in
      $0.isSaving = false
      $0.saved = TimerFile(timer)
      $0.closing = .closed
    }
  }

  @Test func `closing while an older content is on its way asks, and saves the newer one too`()
    async
  {
    let older = TimerFile(
      LonelyTimer.State(name: "Tea", duration: .seconds(180), remaining: .seconds(42)))
    let store = store(isSaving: true)
    #expect(store.state.hasUnsavedChanges)
    await store.send(.close) { $0.closing = .asked }
    await store.send(.saveAndClose) { $0.closing = .afterSaving }
    await store.send(.saved(older)) { $0.saved = older }
    await store.receive(.saved(saved)) { [saved] in
      $0.isSaving = false
      $0.saved = saved
      $0.closing = .closed
    }
  }

  @Test func `it stays open when they could not be saved`() async {
    let store = store(remaining: 42) { _, _ in throw TimerFileProblem.unwritable }
    await store.send(.saveAndClose) {
      $0.closing = .afterSaving
      $0.isSaving = true
    }
    await store.receive(.saveFailed(.unwritable)) {
      $0.isSaving = false
      $0.problem = .unwritable
      $0.closing = .no
    }
  }

  @Test func `the timer in it runs like any other`() async {
    let store = store()
    await store.send(.timer(.start)) { [clock] in
      $0.timer.phase = .running(until: Deadline(in: .seconds(180), on: clock))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.timer(.tick)) { $0.timer.remaining = .seconds(179) }
    await store.send(.timer(.stop)) { $0.timer.phase = .stopped }
    #expect(store.state.hasUnsavedChanges)
    await store.finish()
  }
}
