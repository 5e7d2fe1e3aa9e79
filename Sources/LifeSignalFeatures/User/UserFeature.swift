public import Composable
public import Foundation
public import LifeSignalModel

/// Owner of the signed-in person's record. Changes show at once; one that fails is taken back and
/// the record loaded again, so that what is shown is what the server has.
@Reducer
public struct UserFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Nil until somebody is signed in.
    public var userData: UserData?
    public var isLoading: Bool = false
    public var error: UserFacingError?
    /// The record as it was wanted when a change was last taken back; a repeat asks for it again.
    public var refused: UserData?

    public init(userData: UserData? = nil) {
      self.userData = userData
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case loadUserData
    case loadUserDataResponse(UserData)
    case loadUserDataFailed(UserFacingError)
    case loadCancelled
    case streamUserUpdates
    /// The server's record changed.
    case userUpdated(UserData)

    case updateFirstName(String)
    case updateLastName(String)
    case updateEmergencyNote(String)
    case updateProfile(firstName: String, lastName: String, emergencyNote: String)
    case updateProfileSucceeded
    case updateProfileFailed(UserFacingError)
    case updateProfileImage(ImageData)
    case updateProfileImageSucceeded(URL)
    case updateProfileImageFailed(UserFacingError)
    case updateNotificationPreferences(
      enabled: Bool, notify30MinBefore: Bool, notify2HoursBefore: Bool)
    case updateNotificationPreferencesSucceeded
    case updateNotificationPreferencesFailed(UserFacingError)
    case checkIn
    case checkInSucceeded(Date)
    case checkInFailed(UserFacingError)
    case updateCheckInInterval(TimeInterval)
    case updateCheckInIntervalSucceeded(TimeInterval)
    case updateCheckInIntervalFailed(UserFacingError)
    case updateReminderInterval(TimeInterval)
    case triggerManualAlert
    case triggerManualAlertSucceeded(Date)
    case triggerManualAlertFailed(UserFacingError)
    case clearManualAlert
    case clearManualAlertSucceeded
    case clearManualAlertFailed(UserFacingError)
    /// A change did not happen: the record is as it was before, and loaded anew.
    case changeTakenBack(UserData)

    case setError(UserFacingError?)
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case userDataUpdated(UserData)
      case userDataLoadFailed(UserFacingError)
      case profileUpdated(UserData)
      case profileUpdateFailed(UserFacingError)
      case notificationPreferencesUpdateFailed(UserFacingError)
      case checkInPerformed(Date)
      case checkInFailed(UserFacingError)
      case checkInIntervalUpdated(TimeInterval)
      case checkInIntervalUpdateFailed(UserFacingError)
      case manualAlertTriggerFailed(UserFacingError)
      case manualAlertClearFailed(UserFacingError)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadUserData
    case userStream
  }

  @Dependency(\.userClient) var userClient
  @Dependency(\.checkInClient) var checkInClient
  @Dependency(\.alertClient) var alertClient
  @Dependency(\.notificationClient) var notificationClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard state.userData == nil, !state.isLoading else { return .none }
        return .send(.loadUserData)

      case .loadUserData:
        state.isLoading = true
        return load

      case .loadUserDataResponse(let user):
        state.isLoading = false
        state.userData = user
        return .send(.delegate(.userDataUpdated(user)))

      case .loadUserDataFailed(let error):
        state.isLoading = false
        state.error = error
        return .send(.delegate(.userDataLoadFailed(error)))

      case .loadCancelled:
        state.isLoading = false
        return .none

      case .streamUserUpdates:
        return .following({ [userClient] in userClient.userStream() }, Action.userUpdated)
          .cancellable(id: CancellationID.userStream, cancelInFlight: true)

      case .userUpdated(let user):
        state.isLoading = false
        state.userData = user
        return .cancel(id: CancellationID.loadUserData)

      case .changeTakenBack(let previous):
        state.refused = state.userData
        state.userData = previous
        // What came from the server meanwhile is newer than what was before the change.
        state.isLoading = true
        return load

      case .setError(let error):
        state.error = error
        return .none

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none

      default:
        return change(&state, action)
      }
    }
  }

  var load: Effect<Action> {
    .request(
      { result in
        switch result {
        case .success(let user): .loadUserDataResponse(user)
        case .failure(let error): .loadUserDataFailed(error)
        }
      }, cancelled: .loadCancelled
    ) { [userClient] in try await userClient.currentUser() }
    .cancellable(id: CancellationID.loadUserData, cancelInFlight: true)
  }
}
