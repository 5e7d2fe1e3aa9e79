public import Composable
public import LifeSignalModel

/// The notices I want, and how urgently. The switches themselves are one feature, here and in the
/// notification centre.
@Reducer
public struct SettingsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var preferences: NotificationPreferencesFeature.State = .init()
    public var isLoading: Bool = false
    public var hasLoaded: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case loadSettings
    case settingsLoaded(NotificationPreferences)
    case settingsLoadFailed(UserFacingError)
    case loadCancelled
    case toggleAlertNotifications
    case togglePingNotifications
    case toggleCheckInNotifications
    case toggleContactNotifications
    /// How the saving of a switch ended.
    case updateSettingsResponse(Result<Empty, UserFacingError>)
    case doneButtonTapped
    case setError(UserFacingError?)
    case preferences(NotificationPreferencesFeature.Action)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadSettings
  }

  @Dependency(\.settingsClient) var settingsClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.preferences, action: \.preferences) { NotificationPreferencesFeature() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.hasLoaded, !state.isLoading else { return .none }
        return .merge(
          .send(.loadSettings), .send(.preferences(.checkAuthorizationStatus)))

      case .loadSettings:
        state.isLoading = true
        return .request(
          { result in
            switch result {
            case .success(let preferences): .settingsLoaded(preferences)
            case .failure(let error): .settingsLoadFailed(error)
            }
          }, cancelled: .loadCancelled
        ) { [settingsClient] in try await settingsClient.getNotificationPreferences() }
        .cancellable(id: CancellationID.loadSettings, cancelInFlight: true)

      case .settingsLoaded(let preferences):
        state.isLoading = false
        state.hasLoaded = true
        return .send(.preferences(.updateNotificationState(preferences)))

      case .settingsLoadFailed(let error):
        state.isLoading = false
        state.error = error
        return .none

      case .loadCancelled:
        state.isLoading = false
        return .none

      case .toggleAlertNotifications:
        return .send(.preferences(.toggleAlertNotifications))
      case .togglePingNotifications:
        return .send(.preferences(.togglePingNotifications))
      case .toggleCheckInNotifications:
        return .send(.preferences(.toggleCheckInNotifications))
      case .toggleContactNotifications:
        return .send(.preferences(.toggleContactNotifications))

      case .preferences(.updateNotificationSettingsSucceeded),
        .preferences(.updateNotificationPreferencesSucceeded):
        return .send(.updateSettingsResponse(.success(Empty())))

      case .preferences(.updateNotificationSettingsError(let error)),
        .preferences(.updateNotificationPreferencesError(let error)):
        return .send(.updateSettingsResponse(.failure(error)))

      case .preferences(.updateNotificationState) where state.isLoading:
        // The stream's value is newer than an answer still under way.
        state.isLoading = false
        state.hasLoaded = true
        return .cancel(id: CancellationID.loadSettings)

      case .updateSettingsResponse(.success), .preferences, .delegate:
        return .none

      case .updateSettingsResponse(.failure(let error)):
        state.error = error
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        return .send(.preferences(.clearError))
      }
    }
  }
}
