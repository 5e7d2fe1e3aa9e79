import Composable
import Foundation
import LifeSignalModel

extension AlertFeature {
  /// A quarter more; the fourth raises the alert, and without a fourth the taps are dropped.
  func tap(_ state: inout State) -> Effect<Action> {
    guard state.canActivateAlert else { return .none }
    state.currentTime = date.now
    state.activationProgress = min(1, state.activationProgress + Constants.tapStep)
    guard state.isFullyActivated else {
      return .run { [clock] send in
        try await clock.sleep(for: Constants.resetWindow)
        await send(.setActivationProgress(0))
      }
      .cancellable(id: CancellationID.activationReset, cancelInFlight: true)
    }
    return activate(&state)
  }

  func activate(_ state: inout State) -> Effect<Action> {
    state.isActivatingAlert = true
    state.error = nil
    return .merge(
      .cancel(id: CancellationID.activationReset),
      .request(Action.alertActivationResponse, cancelled: .requestCancelled) { [alertClient] in
        try await alertClient.activateAlert()
      }
    )
  }

  /// Ends the alert once, however many requests there are.
  func deactivate(_ state: inout State) -> Effect<Action> {
    guard state.canDeactivateAlert else { return .none }
    state.isDeactivatingAlert = true
    state.error = nil
    return .request(Action.alertDeactivationResponse, cancelled: .requestCancelled) {
      [alertClient] in try await alertClient.deactivateAlert()
    }
  }

  func lock(_ state: inout State) -> Effect<Action> {
    state.currentTime = date.now
    state.lockedUntil = state.currentTime + 2
    return .run { [clock] send in
      try await clock.sleep(for: Constants.lockLength)
      await send(.lockEnded)
    }
    .cancellable(id: CancellationID.lock, cancelInFlight: true)
  }

  var loadStatus: Effect<Action> {
    .run { [alertClient] send in
      do {
        let snapshot = try await alertClient.getAlertStatus()
        await send(.alertStatusResponse(.success(snapshot)))
      } catch {
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(.alertStatusResponse(.failure(error)))
        }
      }
    }
    .cancellable(id: CancellationID.status, cancelInFlight: true)
  }
}

extension PresentedAlert where Action == AlertFeature.Action.ConfirmationAlert {
  /// Asks before ending an alert without holding.
  public static var deactivation: Self {
    Self(
      title: "Deactivate alert",
      message: "Are you sure you want to deactivate the alert? "
        + "This will notify your responders that you are safe.",
      buttons: [
        .init("Cancel", role: .cancel),
        .init("Deactivate", role: .destructive, action: .deactivateAlertConfirmed),
      ])
  }
}
