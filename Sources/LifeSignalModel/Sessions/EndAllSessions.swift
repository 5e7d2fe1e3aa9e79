/// For the operator: ends every session and access token of the person with this number or e-mail address.
public struct EndAllSessions: Command {
  /// Or an e-mail address, with which the person signs in.
  public var phoneNumber: String
  public var region: Region

  public init(phoneNumber: String, region: Region) {
    self.phoneNumber = phoneNumber
    self.region = region
  }

  public static let terms = Terms.logged

  public struct Facts {
    var sessions: [Session]
    var tokens: [AccessToken]
    var channels: ChannelFacts
  }

  /// - Throws: ``Refusal/invalidPhoneNumber``, ``Refusal/invalidEmailAddress``, ``Refusal/personNotFound``.
  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws -> Facts {
    guard let me = try reads.person(at: address())?.id else { throw Refusal.personNotFound }
    return Facts(
      sessions: try reads.sessions(of: me, at: moment.now),
      tokens: try reads.accessTokens(of: me, at: moment.now),
      channels: try reads.channelFacts(of: me, at: moment))
  }

  private func address() throws(Refusal) -> SignInAddress {
    guard !phoneNumber.contains("@") else { return try SignInAddress(email: phoneNumber) }
    guard let number = PhoneNumber(phoneNumber, region: region) else { throw .invalidPhoneNumber }
    return SignInAddress(number)
  }

  /// Answers with how many sessions and tokens were ended.
  public func decide(_ facts: Facts, by system: System, at moment: Moment) -> Decided<Int> {
    SessionRules.endAll(facts.sessions, facts.tokens, facts.channels, moment: moment)
  }
}
