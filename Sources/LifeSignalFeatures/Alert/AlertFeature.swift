public import Composable
public import Foundation
public import LifeSignalModel

/// The emergency signal: four taps to raise it, three seconds of holding to end it.
@Reducer
public struct AlertFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var isAlertActive: Bool = false
    /// 0…1, a quarter per tap.
    public var activationProgress: Double = 0
    /// 0…1 over three seconds of holding.
    public var deactivationProgress: Double = 0
    public var alertStartTime: Date?
    public var isActivatingAlert: Bool = false
    public var isDeactivatingAlert: Bool = false
    /// After each switch neither gesture works until then; nil when unlocked.
    public var lockedUntil: Date?
    /// The server's time of the last event here.
    public var currentTime: Date
    /// After a failed activation no responder has been notified: pages must show that prominently.
    public var error: UserFacingError?
    /// The status could not be loaded. That is not a failed alert: no page may offer to repeat one.
    public var statusError: UserFacingError?
    public var confirmationAlert: PresentedAlert<Action.ConfirmationAlert>?

    public init(currentTime: Date = Date(timeIntervalSince1970: 0)) {
      self.currentTime = currentTime
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case alertButtonTapped
    case setActivationProgress(Double)
    case alertActivationResponse(Result<Date, UserFacingError>)
    case alertDeactivationButtonTapped
    /// Repeats a failed alert without four more taps.
    case activateAlertConfirmed
    /// Pages time the hold themselves and report its end.
    case alertDeactivationProgressChanged(Double)
    case deactivateAlertConfirmed
    case alertDeactivationResponse(Result<Date, UserFacingError>)
    case requestCancelled
    case lockEnded
    case updateAlertState(isActive: Bool, timestamp: Date?)
    case loadAlertStatus
    case alertStatusResponse(Result<AlertStatusSnapshot, UserFacingError>)
    case appBecameActive
    case confirmationAlert(PresentationAction<ConfirmationAlert>)
    case dismissError

    @CasePathable
    public enum ConfirmationAlert: Equatable, Sendable {
      case deactivateAlertConfirmed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case activationReset
    case lock
    case status
  }

  /// The alert's constants, in one place.
  public enum Constants {
    public static let tapStep = 0.25
    public static let resetWindow = Duration.seconds(3)
    public static let lockLength = Duration.seconds(2)
  }

  @Dependency(\.alertClient) var alertClient
  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alertButtonTapped:
        return tap(&state)

      case .activateAlertConfirmed:
        guard state.canActivateAlert else { return .none }
        state.currentTime = date.now
        state.activationProgress = 1
        return activate(&state)

      case .setActivationProgress(let progress):
        state.activationProgress = progress
        return .none

      case .alertActivationResponse(.success(let time)):
        state.isActivatingAlert = false
        state.isAlertActive = true
        state.alertStartTime = time
        state.activationProgress = 0
        state.error = nil
        return lock(&state)

      case .alertActivationResponse(.failure(let error)):
        state.isActivatingAlert = false
        state.activationProgress = 0
        state.error = error
        return .none

      case .alertDeactivationButtonTapped:
        guard state.canDeactivateAlert else { return .none }
        state.confirmationAlert = .deactivation
        return .none

      case .alertDeactivationProgressChanged(let progress):
        // A page that reports late, about an ended alert, leaves no half-full ring behind.
        guard state.canDeactivateAlert || state.isDeactivatingAlert else { return .none }
        state.deactivationProgress = min(1, max(0, progress))
        guard state.isFullyDeactivated else { return .none }
        return deactivate(&state)

      case .deactivateAlertConfirmed:
        return deactivate(&state)

      case .confirmationAlert(.presented(.deactivateAlertConfirmed)):
        state.confirmationAlert = nil
        return deactivate(&state)

      case .confirmationAlert(.dismiss):
        state.confirmationAlert = nil
        return .none

      case .alertDeactivationResponse(.success):
        state.isDeactivatingAlert = false
        state.isAlertActive = false
        state.deactivationProgress = 0
        state.confirmationAlert = nil
        state.error = nil
        return lock(&state)

      case .alertDeactivationResponse(.failure(let error)):
        state.isDeactivatingAlert = false
        state.deactivationProgress = 0
        state.error = error
        return .none

      case .requestCancelled:
        state.isActivatingAlert = false
        state.isDeactivatingAlert = false
        state.activationProgress = 0
        state.deactivationProgress = 0
        return .none

      case .lockEnded:
        state.lockedUntil = nil
        return .none

      case .updateAlertState(let isActive, let timestamp):
        state.currentTime = date.now
        state.apply(isActive: isActive, since: timestamp)
        return .none

      case .loadAlertStatus:
        return loadStatus

      case .alertStatusResponse(.success(let snapshot)):
        state.statusError = nil
        state.apply(isActive: snapshot.isActive, since: snapshot.startTime)
        return .none

      case .alertStatusResponse(.failure(let error)):
        state.statusError = error
        return .none

      case .appBecameActive:
        state.currentTime = date.now
        return .send(.loadAlertStatus)

      case .dismissError:
        state.error = nil
        state.statusError = nil
        return .none
      }
    }
  }
}
