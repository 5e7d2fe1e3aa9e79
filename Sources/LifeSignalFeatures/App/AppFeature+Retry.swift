import Composable
import LifeSignalModel

/// What failed on any screen and may be tried again, said once, above all of them.
extension AppFeature {
  /// The alert takes the place of the screen's own; what cannot be repeated stays where it was.
  ///
  /// A failed alarm is no case of this: its screen says louder that nobody has been told.
  func offerRetry(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .mainTab(.checkIn(.checkInResponse(.failure(let error)))) where error.isRetryable:
      state.errorAlert = AppErrorAlert(.checkIn, error)
      return .send(.mainTab(.checkIn(.dismissError)))

    case .ping(.pingDependentFailed(let error)), .ping(.pingResponseFailed(let error)),
      .ping(.allPingResponsesFailed(let error)), .ping(.clearPingFailed(let error)):
      // The failed request still counts as in flight until its end is told.
      guard let operation = state.ping.inFlight.first(where: { $0.failed(with: action) }) else {
        return .none
      }
      state.errorAlert = AppErrorAlert(.ping(operation), error)
      return .send(.ping(.setError(nil)))

    default:
      return .none
    }
  }

  func again(_ operation: RetryOperation) -> Effect<Action> {
    switch operation {
    case .loadUserData: .send(.user(.loadUserData))
    case .loadContacts: .send(.contacts(.loadContacts))
    case .checkIn: .send(.mainTab(.checkIn(.checkInButtonTapped)))
    case .ping(.ping(let id)): .send(.ping(.pingDependent(id: id)))
    case .ping(.respond(let id)): .send(.ping(.respondToPing(id: id)))
    case .ping(.respondToAll): .send(.ping(.respondToAllPings))
    case .ping(.clear(let id)): .send(.ping(.clearPing(id: id)))
    case .signOut: .send(.signOut)
    }
  }
}

extension PingOperation {
  fileprivate func failed(with action: AppFeature.Action) -> Bool {
    switch (self, action) {
    case (.ping, .ping(.pingDependentFailed)), (.respond, .ping(.pingResponseFailed)),
      (.respondToAll, .ping(.allPingResponsesFailed)), (.clear, .ping(.clearPingFailed)):
      true
    default: false
    }
  }
}
