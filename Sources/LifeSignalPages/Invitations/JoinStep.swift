import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The link of an invitation: who invites, and what LifeSignal is.
struct JoinStep: HTML {
  let state: JoinFeature.State
  let send: ActionSender<JoinFeature.Action>

  var body: some HTML {
    div(.class("gate-head")) {
      Logo()
      h1(id: "join-title") { state.problem == nil ? title : "This invitation does not work" }
      if let problem = state.problem {
        p(id: "join-problem") { problem.message }
      } else if state.offer?.wish == nil {
        p {
          "LifeSignal reminds you to check in. If you miss a check-in, it contacts the people who watch over you."
        }
      }
    }
    if let offer = state.offer, offer.wish != nil, state.problem == nil {
      WishCard(offer: offer)
      Button("join", offer.agreement, .primary, .wide, tap: send(.joinButtonTapped))
      Button("join-decline", "No, thanks", .quiet, .wide, tap: send(.declineButtonTapped))
      p(.class("caption centred")) { "Next you sign in, or open an account." as Phrase }
    } else {
      Button(
        "join", state.problem == nil ? "Join" : "Sign in without an invitation",
        state.problem == nil ? .primary : .soft, .wide, disabled: state.isLoading,
        tap: send(.joinButtonTapped))
    }
  }

  private var title: Phrase {
    guard let offer = state.offer else { return "You are invited to LifeSignal" }
    if offer.wish != nil { return offer.question }
    if offer.isFromOperator { return "The operator of this server invites you to LifeSignal" }
    return offer.inviter.map { "\($0) invites you to LifeSignal" }
      ?? "You are invited to LifeSignal"
  }
}
