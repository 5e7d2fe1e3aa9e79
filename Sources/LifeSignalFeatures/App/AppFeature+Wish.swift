import Composable
import LifeSignalModel

/// The wish of an invitation: granted by a visitor before they sign in, or by a member with one tap.
extension AppFeature {
  func wish(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .openInvitation(let token):
      guard state.mainTab != nil, state.wish?.token != token else { return .none }
      state.wish = .init(token: token, hasAgreed: state.agreedInvitation == token)
      state.agreedInvitation = nil
      return .send(.wish(.presented(.onAppear)))

    case .wish(.presented(.delegate(.contactOpened(let id)))):
      state.wish = nil
      return openContact(state, id)

    case .wish(.presented(.delegate(.dismissed))), .wish(.dismiss):
      state.wish = nil
      return .none

    default:
      return .none
    }
  }
}

extension AppFeature.State {
  /// Keeps what a visitor has decided about an invitation beyond the sign-in, which forgets the visitor. The
  /// link of a plain invitation has done its work then, and so has one that was declined.
  mutating func keepAgreement() {
    guard let join = auth.join else { return }
    guard join.hasAgreed else {
      if pendingDeepLink?.invitation == join.token { pendingDeepLink = nil }
      return
    }
    agreedInvitation = join.token
    pendingDeepLink = DeepLink(.join, join.token)
  }
}
