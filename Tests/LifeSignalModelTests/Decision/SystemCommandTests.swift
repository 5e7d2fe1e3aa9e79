import LifeSignalModel
import Testing

@Suite struct `What no route can ask for` {
  private static let ofTheServer: [any Command.Type] = [
    FireDeadline.self, FireTravel.self, FireEscalation.self, ExpirePing.self,
    SettleCheckInCode.self, Repair.self, ReceiveReply.self, PressKey.self, Bounce.self,
    ReturnMail.self, EnlistDrills.self, FireDrill.self, EndPush.self, EndAllSessions.self,
    Enrol.self, RetryDeadLetter.self, InviteAsOperator.self, WithdrawAsOperator.self,
    OfferFirstAccount.self, WarnOfSessionEnd.self,
  ]

  /// Requests that only pages of the server send, over addresses of their own.
  private static let ofMembers: [any Command.Type] = [
    RaiseQueuedAlert.self, OpenAlarm.self, SubscribePush.self, UnsubscribePush.self,
  ]

  /// Permitted by the secret that they name.
  private static let ofBearers: [any Command.Type] = [ConfirmReceipt.self]

  /// Visitors sign in; the answer becomes a cookie.
  private static let ofVisitors: [any Command.Type] = [VerifyCode.self]

  @Test func `is all in these lists`() throws {
    let known =
      (Self.ofTheServer + Self.ofMembers + Self.ofBearers + Self.ofVisitors).map { "\($0)" }
    #expect(try Set(names(of: /struct (\w+): Command\b/)) == Set(known))
  }

  /// Only the engine can load what these decide by.
  @Test func `a command declared in the engine is internal`() throws {
    let engine = "LifeSignalEngine"
    #expect(
      try Set(names(of: /\nstruct (\w+): Command\b/, in: engine)) == [
        "UseCheckInCode", "Hear", "SetPicture", "RegisterPasskey", "SignInWithPasskey",
        "ProveWithPasskey",
      ])
    #expect(try names(of: /(?:public|package) struct (\w+): Command\b/, in: engine).isEmpty)
  }

  @Test(arguments: [Actor.visitor, .person("1"), .session("5", of: "1")])
  func `is refused to everyone but the server`(actor: Actor) {
    func ask<C: Command>(_ command: C.Type) throws { _ = try C.Asker(actor) }
    for command in Self.ofTheServer {
      #expect(throws: Refusal.notAllowed, "\(command)") { try ask(command) }
    }
    for command in Self.ofBearers {
      #expect(throws: Never.self, "\(command)") { try ask(command) }
    }
  }

  @Test func `is vital where a person is kept safe, and waits only where no one does`() {
    func names(_ isIncluded: (Terms) -> Bool) -> Set<String> {
      Set(Self.ofTheServer.filter { isIncluded($0.terms) }.map { $0.name })
    }
    #expect(
      names { !$0.isVital } == [
        "enlistDrills", "fireDrill", "endPush", "endAllSessions", "enrol", "retryDeadLetter",
        "inviteAsOperator", "withdrawAsOperator", "offerFirstAccount", "warnOfSessionEnd",
      ])
    #expect(
      names { $0.lane == .bulk } == ["fireDeadline", "fireTravel", "fireEscalation", "expirePing"])
    #expect(
      names { $0.lane == .background } == [
        "enlistDrills", "fireDrill", "endPush", "warnOfSessionEnd",
      ])
    #expect(
      names { $0.isLogged } == [
        "endAllSessions", "inviteAsOperator", "withdrawAsOperator", "offerFirstAccount",
      ])
    #expect(ConfirmReceipt.terms == .vital)
  }
}
