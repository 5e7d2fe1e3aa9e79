import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct EscalationPlanFeatureTests {
  private typealias Step = EscalationPlan.Step
  private static let people = ["2", "3"].map { (id: String) in
    ContactData(id: Person.ID(rawValue: id), name: "Person \(id)", isResponder: true)
  }

  private func makeStore(
    _ plan: EscalationPlan? = nil, _ change: @escaping (inout AlarmClient) -> Void = { _ in }
  ) -> TestStoreOf<EscalationPlanFeature> {
    TestStore(initialState: EscalationPlanFeature.State(responders: Self.people, plan: plan)) {
      EscalationPlanFeature()
    } withDependencies: {
      change(&$0.alarmClient)
    }
  }

  @Test func `the stored plan is loaded, without those who have gone`() async {
    let store = makeStore {
      $0.getPlan = {
        EscalationPlan(
          steps: [Step(responders: ["9"]), Step(responders: ["9", "3"], wait: 60)], rounds: 2)
      }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.planResponse) {
      $0.isLoading = false
      $0.steps = [Step(responders: ["3"], wait: 60)]
      $0.rounds = 2
    }
    #expect(
      store.state.resolved == [Step(responders: ["3"], wait: 60), Step(responders: ["2"])])
  }

  @Test func `a failure to load is reported`() async {
    let store = makeStore { $0.getPlan = { throw Refusal.notSignedIn } }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.planResponse) {
      $0.isLoading = false
      $0.error = UserFacingError.from(Refusal.notSignedIn)
    }
    await store.send(.dismissError) { $0.error = nil }
  }

  @Test func `loading that is called off ends`() async {
    let store = makeStore { $0.getPlan = { throw CancellationError() } }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.loadCancelled) { $0.isLoading = false }
  }

  @Test func `steps are added, filled, moved and removed`() async {
    let store = makeStore()
    await store.send(.addStepTapped) { $0.steps = [Step(responders: ["2"])] }
    await store.send(.addStepTapped) {
      $0.steps = [Step(responders: ["2"]), Step(responders: ["3"])]
    }
    await store.send(.waitChanged(60, step: 1)) { $0.steps[1].wait = 60 }
    await store.send(.waitChanged(59, step: 1))
    await store.send(.waitChanged(60, step: 2))
    await store.send(.moveStepUpTapped(1)) {
      $0.steps = [Step(responders: ["3"], wait: 60), Step(responders: ["2"])]
    }
    await store.send(.moveStepUpTapped(0))
    await store.send(.moveStepDownTapped(1))
    await store.send(.moveStepDownTapped(0)) {
      $0.steps = [Step(responders: ["2"]), Step(responders: ["3"], wait: 60)]
    }
    await store.send(.responderToggled("3", step: 0)) { $0.steps[0].responders = ["2", "3"] }
    await store.send(.responderToggled("2", step: 0)) { $0.steps[0].responders = ["3"] }
    await store.send(.responderToggled("9", step: 0))
    await store.send(.responderToggled("2", step: 5))
    await store.send(.removeStepTapped(0)) { $0.steps = [Step(responders: ["3"], wait: 60)] }
    await store.send(.removeStepTapped(1))
    await store.send(.roundsChanged(5)) { $0.rounds = 5 }
    await store.send(.roundsChanged(6))
    await store.send(.everybodyTapped) { $0.steps = [] }
  }

  @Test func `more than ten steps cannot be added`() async {
    let store = makeStore(
      EscalationPlan(steps: Array(repeating: Step(responders: ["2"]), count: 10)))
    #expect(!store.state.canAddStep)
    await store.send(.addStepTapped)
  }

  @Test func `it is saved once`() async {
    let plan = EscalationPlan(steps: [Step(responders: ["3"])], rounds: 1)
    let answer = Answer<Void>()
    let store = makeStore(plan) {
      $0.setPlan = {
        #expect($0 == plan)
        try await answer()
      }
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.send(.saveTapped)
    answer.give(())
    await store.receive(\.saveResponse) { $0.isSaving = false }
    await store.receive(\.delegate.saved)
  }

  @Test func `everybody at once is saved as no plan`() async {
    let store = makeStore { $0.setPlan = { #expect($0 == nil) } }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse) { $0.isSaving = false }
    await store.receive(\.delegate.saved)
  }

  @Test func `a step without responders is not sent`() async {
    let store = makeStore(EscalationPlan(steps: [Step(responders: ["2"])]))
    await store.send(.responderToggled("2", step: 0)) { $0.steps[0].responders = [] }
    await store.send(.saveTapped) { $0.problem = .planNamesNobody }
    await store.send(.responderToggled("3", step: 0)) {
      $0.steps[0].responders = ["3"]
      $0.problem = nil
    }
  }

  @Test func `a refused policy stays to be saved again`() async {
    let store = makeStore { $0.setPlan = { _ in throw Refusal.notYourResponder } }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(\.saveResponse) {
      $0.isSaving = false
      $0.error = UserFacingError.from(Refusal.notYourResponder)
    }
  }

  @Test func `saving that is called off ends, and cancel leaves`() async {
    let store = makeStore { $0.setPlan = { _ in throw CancellationError() } }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(\.requestCancelled) { $0.isSaving = false }
    await store.send(.cancelTapped)
    await store.receive(\.delegate.cancelled)
  }
}
