import Foundation

extension Endpoints {
  static let signIn: [any Endpoint.Type] = [RequestCode.self, RequestEmailCode.self]
}

/// Sends a sign-in code to a number. The answer and the steps to it are the same whether or not the
/// number is a member's. A stranger's number gets a text only where everyone may open an account; with an
/// invitation they use ``RequestInvitedCode``.
public struct RequestCode: Endpoint {
  /// As typed.
  public var phoneNumber: String
  public var region: Region

  public init(phoneNumber: String, region: Region) {
    self.phoneNumber = phoneNumber
    self.region = region
  }

  public static let route = Route(
    .post, "/auth/codes",
    summary:
      "Sends a sign-in code to a phone number. The answer is the same for known and unknown numbers.",
    for: .visitor, Terms(isVital: false, lane: .prompt, isLogged: false, budget: .codes),
    operation: "sendVerificationCode")

  public func check() throws(Refusal) { _ = try number() }

  private func number() throws(Refusal) -> PhoneNumber {
    guard let number = PhoneNumber(phoneNumber, region: region) else { throw .invalidPhoneNumber }
    return number
  }

  public struct Facts {
    /// The codes requested for the number within a day.
    var recent: [OneTimeCode]
    var isMember: Bool
  }

  public func facts(
    by visitor: Visitor, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    let address = SignInAddress(try number())
    return Facts(
      recent: try reads.recentCodes(to: address.text, at: moment),
      isMember: try reads.isMember(at: address))
  }

  public func decide(
    _ facts: Facts, by visitor: Visitor, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    let number = try number()
    try moment.channels.require(.phone)
    var decided = try Decided.code(
      for: .signIn, to: number.e164, number.region, from: visitor.origin, [], at: moment
    ) { code throws(Refusal) in
      try AuthRules.requestCode(
        code, recent: facts.recent, moment: moment)
    }
    // A stranger without an invitation costs no text. The code is stored and answered like every other.
    if !facts.isMember, moment.registration != .open { decided.decision.code = nil }
    return decided
  }
}

extension Reads {
  /// A member whose row is damaged is a member all the same.
  func isMember(at address: SignInAddress) throws -> Bool {
    do {
      return try person(at: address) != nil
    } catch LedgerError.corrupt {
      return true
    }
  }
}

/// Exchanges a code for a session; an address that is new becomes a member's, where strangers may open an
/// account. No endpoint: the door's answer goes into a cookie, or into the one answer that contains its token.
public struct VerifyCode: Command {
  public var code: String
  public var verificationID: OneTimeCode.ID

  public init(code: String, verificationID: OneTimeCode.ID) {
    self.code = code
    self.verificationID = verificationID
  }

  public static let terms = Terms.logged

  public struct Facts {
    var code: OneTimeCode?
    var isRight: Bool
    var recent: [OneTimeCode] = []
    var me: Recipient?
    var elsewhere: Recipient?
    var idle: IdleFacts?
    /// That of the code, for an address that is no member's.
    var invitation: Invitation?
  }

  public func facts(
    by visitor: Visitor, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    let (stored, isRight) = try reads.compare(code, with: verificationID, at: moment)
    var facts = Facts(code: stored, isRight: isRight)
    guard let stored else { return facts }
    facts.recent = try reads.oneTimeCodes(
      phoneNumber: stored.phoneNumber, since: moment.now - IdleRules.window - AuthLimits.day)
    let address = SignInAddress(of: stored)
    guard let person = try reads.person(at: address) else {
      facts.invitation = try stored.invitation.flatMap { try reads.invitation($0) }
      return facts
    }
    facts.me = try reads.recipient(person.id)
    facts.elsewhere = try reads.elsewhere(person.id, than: address, at: moment.now)
    facts.idle = try reads.idleFacts(of: person, besides: address, at: moment.now)
    return facts
  }

  public func decide(
    _ facts: Facts, by visitor: Visitor, at moment: Moment
  ) throws(Refusal) -> Decided<SignIn> {
    let channels = facts.code.map { moment.channels.signUp(at: SignInAddress(of: $0)) } ?? []
    return try AuthRules.verifyCode(
      facts.code, isRight: facts.isRight, recent: facts.recent, me: facts.me,
      person: facts.me?.person, elsewhere: facts.elsewhere, idle: facts.idle,
      invitation: facts.invitation,
      material: SignInMaterial(for: visitor, channels: channels, at: moment),
      moment: moment)
  }
}
