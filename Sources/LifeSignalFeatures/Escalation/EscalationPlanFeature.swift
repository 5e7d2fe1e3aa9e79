public import Composable
public import Foundation
public import LifeSignalModel

/// Putting one's responders into the order in which they are called.
@Reducer
public struct EscalationPlanFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The people who can be named: the accepted responders.
    public var responders: [ContactData]
    /// One empty list of steps calls everyone immediately.
    public var steps: [EscalationPlan.Step]
    public var rounds: Int
    public var isLoading: Bool = false
    public var isSaving: Bool = false
    /// Why the plan cannot be saved as it is.
    public var problem: Refusal?
    public var error: UserFacingError?

    public init(responders: [ContactData], plan: EscalationPlan? = nil) {
      self.responders = responders
      steps = plan?.steps ?? []
      rounds = plan?.rounds ?? EscalationPlan.everybody.rounds
    }

    public var isForEverybody: Bool { steps.isEmpty }
    public var canAddStep: Bool { steps.count < EscalationPlan.mostSteps && !responders.isEmpty }

    /// The plan that would be saved; nil calls everyone immediately.
    public var plan: EscalationPlan? {
      isForEverybody ? nil : EscalationPlan(steps: steps, rounds: rounds)
    }

    /// The steps as they would be called now, with unnamed responders last.
    public var resolved: [EscalationPlan.Step] {
      (plan ?? .everybody).resolved(for: responders.map(\.id))
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case planResponse(Result<EscalationPlan?, UserFacingError>)
    case loadCancelled
    /// Begins with the first responders in the first step.
    case addStepTapped
    case removeStepTapped(Int)
    case moveStepUpTapped(Int)
    case moveStepDownTapped(Int)
    case responderToggled(Person.ID, step: Int)
    /// Seconds.
    case waitChanged(TimeInterval, step: Int)
    case roundsChanged(Int)
    case everybodyTapped
    case saveTapped
    case saveResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case cancelTapped
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case saved
      case cancelled
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case load
  }

  @Dependency(\.alarmClient) var alarmClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        state.isLoading = true
        return .request(Action.planResponse, cancelled: .loadCancelled) { [alarmClient] in
          try await alarmClient.getPlan()
        }
        .cancellable(id: CancellationID.load, cancelInFlight: true)

      case .planResponse(.success(let plan)):
        state.isLoading = false
        let known = Set(state.responders.map(\.id))
        state.steps = (plan?.steps ?? []).map { step in
          var step = step
          step.responders.removeAll { !known.contains($0) }
          return step
        }
        .filter { !$0.responders.isEmpty }
        state.rounds = plan?.rounds ?? EscalationPlan.everybody.rounds
        return .none

      case .planResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .loadCancelled:
        state.isLoading = false
        return .none

      case .saveTapped:
        return save(&state)

      case .saveResponse(.success):
        state.isSaving = false
        return .send(.delegate(.saved))

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isSaving = false
        return .none

      case .cancelTapped:
        return .send(.delegate(.cancelled))

      case .dismissError:
        state.error = nil
        return .none

      case .addStepTapped, .removeStepTapped, .moveStepUpTapped, .moveStepDownTapped,
        .responderToggled, .waitChanged, .roundsChanged, .everybodyTapped:
        state.edit(action)
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    let plan: EscalationPlan?
    do {
      plan = try state.plan?.validated(responders: Set(state.responders.map(\.id)))
    } catch {
      state.problem = error
      return .none
    }
    state.problem = nil
    state.isSaving = true
    return .request(Action.saveResponse, cancelled: .requestCancelled) { [alarmClient] in
      try await alarmClient.setPlan(plan)
      return Empty()
    }
  }
}

extension EscalationPlanFeature.State {
  /// Takes the current responders; a person who is no longer one is removed from the steps.
  mutating func follow(_ responders: [ContactData]) {
    self.responders = responders
    let known = Set(responders.map(\.id))
    for index in steps.indices { steps[index].responders.removeAll { !known.contains($0) } }
  }

  /// Changes of the plan that stay on the page until they are saved.
  fileprivate mutating func edit(_ action: EscalationPlanFeature.Action) {
    problem = nil
    switch action {
    case .addStepTapped:
      guard canAddStep else { return }
      let named = Set(steps.flatMap(\.responders))
      let next = responders.first { !named.contains($0.id) } ?? responders.first
      steps.append(EscalationPlan.Step(responders: next.map { [$0.id] } ?? []))

    case .removeStepTapped(let index):
      guard steps.indices.contains(index) else { return }
      steps.remove(at: index)

    case .moveStepUpTapped(let index):
      guard index > 0, steps.indices.contains(index) else { return }
      steps.swapAt(index, index - 1)

    case .moveStepDownTapped(let index):
      guard index >= 0, index + 1 < steps.count else { return }
      steps.swapAt(index, index + 1)

    case .responderToggled(let id, let index):
      guard steps.indices.contains(index), responders.contains(where: { $0.id == id }) else {
        return
      }
      if let place = steps[index].responders.firstIndex(of: id) {
        steps[index].responders.remove(at: place)
      } else {
        steps[index].responders.append(id)
      }

    case .waitChanged(let seconds, let index):
      guard steps.indices.contains(index), EscalationPlan.waits.contains(seconds) else { return }
      steps[index].wait = seconds

    case .roundsChanged(let count):
      guard EscalationPlan.allowedRounds.contains(count) else { return }
      rounds = count

    case .everybodyTapped:
      steps = []

    default:
      return
    }
  }
}
