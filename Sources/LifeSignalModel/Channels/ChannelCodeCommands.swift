extension Endpoints {
  static let channelCodes: [any Endpoint.Type] = [RequestChannelCode.self, VerifyChannel.self]
}

/// Sends a code to an address where the member wants to be reached. Only people themselves may add
/// channels for alerts.
public struct RequestChannelCode: Endpoint {
  public var kind: ChannelKind
  /// As typed.
  public var address: String

  public init(kind: ChannelKind, address: String) {
    self.kind = kind
    self.address = address
  }

  public static let route = Route(
    .post, "/channels/codes",
    summary: "Sends a code to an address. Nothing else is sent there before it is verified.",
    for: .session, .ordinary, operation: "sendChannelCode")

  public struct Facts {
    /// As ``ChannelAddress`` has read it.
    var address: String
    var channels: ChannelFacts
    var recent: [OneTimeCode]
  }

  /// - Throws: ``Refusal/channelNotOffered``, and refusals for what is no address.
  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    guard moment.channels.offered.contains(kind) else { throw Refusal.channelNotOffered }
    let channels = try reads.channelFacts(of: me.id, at: moment)
    // Without a country, digits alone could be a stranger's number in the wrong one.
    if channels.me.person.region == nil, [.sms, .voice].contains(kind),
      !PhoneNumber.isInternational(address)
    {
      throw Refusal.invalidPhoneNumber
    }
    let address = try ChannelAddress.normalized(
      address, kind: kind, region: channels.me.person.phoneRegion)
    return Facts(
      address: address, channels: channels,
      recent: try reads.recentCodes(to: address, at: moment))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    try .code(
      for: .channel(me.id, kind), to: facts.address, facts.channels.me.person.phoneRegion, by: kind,
      from: me.origin, [.budget(.channelCodes)], at: moment
    ) { code throws(Refusal) in
      try ChannelRules.requestCode(
        code, kind: kind, facts.channels, recent: facts.recent, moment: moment)
    }
  }
}

/// With the right code, messages go to the address from now on.
public struct VerifyChannel: Endpoint {
  public var code: String
  public var verificationID: OneTimeCode.ID

  public init(code: String, verificationID: OneTimeCode.ID) {
    self.code = code
    self.verificationID = verificationID
  }

  public static let route = Route(
    .post, "/channels",
    summary: "Adds the channel the code was sent to. From then on messages go there.",
    for: .session, .ordinary)

  public struct Facts {
    var code: OneTimeCode?
    var isRight: Bool
    var channels: ChannelFacts
  }

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    let (stored, isRight) = try reads.compare(code, with: verificationID, at: moment)
    return Facts(
      code: stored, isRight: isRight, channels: try reads.channelFacts(of: me.id, at: moment))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try ChannelRules.verify(
        facts.code, isRight: facts.isRight, facts.channels, moment: moment))
  }
}
