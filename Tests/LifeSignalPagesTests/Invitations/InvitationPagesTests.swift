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

  private static let wish = InvitationOffer(
    inviter: "Rose", isFromOperator: false, expiresAt: Samples.now, wish: .watchOverMe,
    interval: 86_400)

  @Test func `a wish shows who asks, what it means, and one button`() {
    let (page, sent) = joining { $0.offer = Self.wish }
    let markup = page.rendered()
    #expect(markup.contains("Rose asks: will you watch over me?"))
    #expect(markup.contains("At most 1 day apart. If they miss one, we contact you."))
    #expect(markup.contains("You can stop at any time"))
    #expect(markup.contains("Yes, I’ll watch over Rose"))
    page.perform("click", on: "join")
    page.perform("click", on: "join-decline")
    #expect(sent.actions == [.auth(.join(.joinButtonTapped)), .auth(.join(.declineButtonTapped))])
    let offered = joining {
      $0.offer = Self.wish
      $0.offer?.wish = .watchOverYou
    }.0.rendered()
    #expect(offered.contains("Rose asks: may I watch over you?"))
    #expect(offered.contains("Yes, Rose may watch over me"))
  }

  private func invited(
    _ change: (inout WishFeature.State) -> Void
  ) -> (AppPage, Sent<AppFeature.Action>) {
    var app = Samples.app(Samples.changed(.checkIn) { _ in })
    app.wish = WishFeature.State(token: "token")
    change(&app.wish!)
    let sent = Sent<AppFeature.Action>()
    return (Samples.page(app, send: sent.sender), sent)
  }

  @Test func `a member grants a wish with one tap, and sees what has come of it`() {
    let (page, sent) = invited { $0.offer = Self.wish }
    #expect(page.rendered().contains("Rose asks: will you watch over me?"))
    page.perform("click", on: "wish-accept")
    page.perform("click", on: "wish-decline")
    #expect(
      sent.actions == [.acceptButtonTapped, .doneButtonTapped].map { .wish(.presented($0)) })
    let plain = invited {
      $0.offer = Self.wish
      $0.offer?.wish = nil
    }.0.rendered()
    #expect(plain.contains("You already have an account"))
    #expect(!plain.contains("wish-accept"))
    var begun = invited {
      $0.offer = Self.wish
      $0.contact = Samples.changed(.dependents) { _ in }.contacts.contacts.first
    }.0.rendered()
    #expect(begun.contains("You now watch over "))
    begun = invited {
      $0.offer = Self.wish
      $0.offer?.wish = .watchOverYou
      $0.contact = Samples.changed(.dependents) { _ in }.contacts.contacts.first
    }.0.rendered()
    #expect(begun.contains(" now watches over you"))
    let spent = invited { $0.problem = .operationFailed(Refusal.ownInvitation.phrase) }.0.rendered()
    #expect(spent.contains("This is your own invitation."))
  }

  @Test func `the link of a wish is shared, and drawn for a camera`() {
    var app = Samples.app(
      Samples.changed(.responders) {
        $0.ask = AskFeature.State(
          wish: .watchOverMe,
          made: NewInvitation(
            token: "secret",
            details: InvitationData(
              id: "7", createdAt: Samples.now, expiresAt: Samples.now + 86_400,
              wish: .watchOverMe)))
      })
    #expect(!Samples.page(app).rendered().contains("The address as a QR code"))
    app.address = "https://example.org"
    let sent = Sent<AppFeature.Action>()
    let page = Samples.page(app, send: sent.sender)
    let markup = page.rendered()
    #expect(markup.contains(#"data-code="secret""#) && markup.contains(#"data-path="/join""#))
    #expect(markup.contains("The address as a QR code"))
    page.perform("report", on: "ask-link", value: "link-copied")
    page.perform("click", on: "ask-done")
    page.perform("click", on: "ask-responder")
    #expect(
      sent.actions == [
        .mainTab(.ask(.presented(.shareFinished(.linkCopied)))),
        .mainTab(.ask(.presented(.doneButtonTapped))), .mainTab(.askTapped(.watchOverMe)),
      ])
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
