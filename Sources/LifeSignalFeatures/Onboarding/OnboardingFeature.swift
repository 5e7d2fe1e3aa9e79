public import Composable
import LifeSignalModel

/// A new person's first two steps: a name, and a note for their contacts.
@Reducer
public struct OnboardingFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var firstName: String = ""
    public var lastName: String = ""
    public var emergencyNote: String = ""
    /// 0 is the step for the name, 1 for the note.
    public var currentStep: Int = 0
    public var isLoading: Bool = false
    public var isComplete: Bool = false
    public var error: UserFacingError?
    public var showInstructions: Bool = false

    public init() {}

    public var name: String { PersonName.full(first: firstName, last: lastName) }

    public var areBothNamesFilled: Bool {
      !PersonName.trimmed(firstName).isEmpty && !PersonName.trimmed(lastName).isEmpty
    }

    public var canComplete: Bool { areBothNamesFilled && !isLoading && !isComplete }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case firstNameChanged(String)
    case lastNameChanged(String)
    case emergencyNoteChanged(String)
    case nextStep
    case previousStep
    case completeSetupButtonTapped
    case profileUpdateSucceeded
    case profileUpdateFailed(UserFacingError)
    case requestCancelled
    case gotItButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case onboardingCompleted
    }
  }

  @Dependency(\.userClient) var userClient
  @Dependency(\.checkInClient) var checkInClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .firstNameChanged(let text):
        state.firstName = text
        return .none

      case .lastNameChanged(let text):
        state.lastName = text
        return .none

      case .emergencyNoteChanged(let text):
        state.emergencyNote = text
        return .none

      case .nextStep:
        guard state.areBothNamesFilled else {
          state.error = .nameRequired
          return .none
        }
        state.currentStep = 1
        return .none

      case .previousStep:
        state.currentStep = 0
        return .none

      case .completeSetupButtonTapped:
        guard state.areBothNamesFilled else {
          state.error = .nameRequired
          return .none
        }
        guard state.canComplete else { return .none }
        state.isLoading = true
        state.error = nil
        return complete(state)

      case .profileUpdateSucceeded:
        state.isLoading = false
        state.isComplete = true
        state.showInstructions = true
        return .none

      case .profileUpdateFailed(let error):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .gotItButtonTapped:
        // Tapped twice, only the first one counts.
        guard state.showInstructions else { return .none }
        state.showInstructions = false
        return .send(.delegate(.onboardingCompleted))

      case .setError(let error):
        state.error = error
        return .none

      case .delegate:
        return .none
      }
    }
  }

  /// The name and the defaults. Nothing is watched yet: a countdown begins with the first responder or
  /// the first check-in.
  private func complete(_ state: State) -> Effect<Action> {
    let profile = Profile(
      firstName: state.firstName, lastName: state.lastName, emergencyNote: state.emergencyNote)
    return .run { [userClient, checkInClient] send in
      do {
        try await userClient.updateProfile(Edit(profile.trimmed))
        try await checkInClient.setCheckInInterval(CheckInSettings.defaultInterval)
        try await userClient.updateNotificationPreferences(NotificationPreferences())
        await send(.profileUpdateSucceeded)
      } catch {
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(.profileUpdateFailed(error.forProfile))
        } else {
          await send(.requestCancelled)
        }
      }
    }
  }
}

extension UserFacingError {
  /// An error without words of its own names the attempted operation.
  fileprivate var forProfile: UserFacingError {
    if case .unknown = self { .operationFailed("We couldn’t create your profile") } else { self }
  }
}
