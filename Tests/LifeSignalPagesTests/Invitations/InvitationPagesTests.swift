import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Pages of invitations` {
  private func visitor(
    _ registration: Registration = .invited, _ change: (inout AuthFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    var state = AppFeature.State()
    state.isInitializing = false
    change(&state.auth)
    let sent = Sent<AppFeature.Action>()
    return (
      AppPage(
        state: state, now: Samples.now, checkInKey: "k", registration: registration,
        send: sent.sender), sent
    )
  }

  private func joining(_ change: (inout JoinFeature.State) -> Void) -> (
    AppPage, Sent<AppFeature.Action>
  ) {
    visitor {
      $0.join = JoinFeature.State(token: "token")
      change(&$0.join!)
    }
  }

  @Test func `a link shows the first name of the member, or the operator`() {
    func title(_ inviter: String?, isFromOperator: Bool) -> String {
      joining {
        $0.offer = InvitationOffer(
          inviter: inviter, isFromOperator: isFromOperator, expiresAt: Samples.now)
      }.0.rendered()
    }
    #expect(title("Anna", isFromOperator: false).contains("Anna invites you to LifeSignal"))
    #expect(title(nil, isFromOperator: false).contains("You are invited to LifeSignal"))
    #expect(
      title(nil, isFromOperator: true)
        .contains("The operator of this server invites you to LifeSignal"))
  }

  @Test func `joining leads to the number, a spent link to signing in`() {
    let (page, sent) = joining { _ in }
    #expect(page.perform("click", on: "join"))
    #expect(sent.actions == [.auth(.join(.joinButtonTapped))])
    #expect(!page.rendered().contains("phone-form"))
    let spent = joining { $0.problem = .operationFailed(Refusal.invitationUsed.phrase) }.0
      .rendered()
    #expect(spent.contains("This invitation has been used. Ask for a new one."))
    #expect(spent.contains("Sign in without an invitation"))
    let accepted = joining { $0.isAccepted = true }.0.rendered()
    #expect(accepted.contains("phone-form"))
    #expect(!accepted.contains("sign-in-new"))
  }

  @Test func `a server for invited people explains how to get in`() {
    #expect(
      visitor().0.rendered()
        .contains("New here? Ask someone who uses this server for an invitation."))
    #expect(
      visitor(.closed).0.rendered()
        .contains("New here? This server opens no new accounts. Ask its operator."))
    #expect(!visitor(.open).0.rendered().contains("New here?"))
  }

  @Test func `the code step explains a missing code in the same words for every number`() {
    let words = "No code after a minute? This server sends codes only to people"
    #expect(visitor { $0.isVerificationCodeSent = true }.0.rendered().contains(words))
    #expect(!visitor(.open) { $0.isVerificationCodeSent = true }.0.rendered().contains(words))
  }

  @Test func `the sheet shares a new link, and withdraws an open one`() {
    let open = InvitationData(id: "7", createdAt: Samples.now, expiresAt: Samples.now + 86_400)
    var state = InvitationsFeature.State()
    state.list = InvitationList(invitations: [open], isOffered: true)
    state.created = NewInvitation(token: "secret", details: open)
    let sent = Sent<AppFeature.Action>()
    let tabs = Samples.changed(.profile) { $0.profile.invitations = state }
    let page = Samples.page(Samples.app(tabs), send: sent.sender)
    let markup = page.rendered()
    #expect(markup.contains(#"data-code="secret""#) && markup.contains(#"data-path="/join""#))
    page.perform("report", on: "new-invitation", value: "link-copied")
    page.perform("click", on: "invitation-7-withdraw")
    page.perform("click", on: "invitation-new")
    #expect(
      sent.actions
        == [.shareFinished(.linkCopied), .withdrawButtonTapped(open), .inviteButtonTapped].map {
          .mainTab(.profile(.invitations(.presented($0))))
        })
  }

  @Test func `on a closed server the sheet offers nothing`() {
    var state = InvitationsFeature.State()
    state.list = InvitationList(invitations: [], isOffered: false)
    let tabs = Samples.changed(.profile) { $0.profile.invitations = state }
    let markup = Samples.page(Samples.app(tabs)).rendered()
    #expect(markup.contains("On this server, only the operator invites people."))
    #expect(!markup.contains("invitation-new"))
  }
}
