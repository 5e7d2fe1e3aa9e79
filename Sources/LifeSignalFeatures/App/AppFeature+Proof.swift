import Composable
import LifeSignalModel

/// A request that was refused for lack of re-authentication waits while the person
/// re-authenticates.
extension AppFeature {
  func confirm(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .proofDemanded(let reason?):
      guard state.confirm == nil, let user = state.user.userData else { return .none }
      state.confirm = .init(
        phoneNumber: PhoneNumber(e164: user.phoneNumber)?.display ?? user.ownAddress,
        reason: reason)
      return .send(.confirm(.presented(.onAppear)))

    case .proofDemanded(nil):
      state.confirm = nil
      return .none

    case .confirm(.presented(.delegate(.confirmed))):
      state.confirm = nil
      return settle(true)

    case .confirm(.presented(.delegate(.dismissed))), .confirm(.dismiss):
      state.confirm = nil
      return settle(false)

    default:
      return .none
    }
  }

  private func settle(_ isProven: Bool) -> Effect<Action> {
    .run { [proofClient] _ in proofClient.settle(isProven) }
  }
}
