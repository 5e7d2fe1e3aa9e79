extension Endpoints {
  static let phoneChange: [any Endpoint.Type] = [
    RequestPhoneChangeCode.self, UpdatePhoneNumber.self,
  ]
}

/// Sends a code to the number to which the member wants to move.
///
/// Requires re-authentication: anyone with the number can sign in with it, and a thief of the device
/// must not be able to change it.
public struct RequestPhoneChangeCode: Endpoint {
  /// As typed.
  public var phoneNumber: String
  public var region: Region

  public init(phoneNumber: String, region: Region) {
    self.phoneNumber = phoneNumber
    self.region = region
  }

  public static let route = Route(
    .post, "/user/phone-number/codes",
    summary: "Sends a code to the number the account is to move to.", for: .session, .ordinary,
    operation: "sendPhoneChangeCode")

  public struct Facts {
    var number: PhoneNumber
    var me: Person
    var recent: [OneTimeCode]
  }

  /// - Throws: ``Refusal/invalidPhoneNumber``.
  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    guard let number = PhoneNumber(phoneNumber, region: region) else {
      throw Refusal.invalidPhoneNumber
    }
    return Facts(
      number: number, me: try reads.recipient(me.id).person,
      recent: try reads.recentCodes(to: number.e164, at: moment))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    try moment.channels.require(.phone)
    return try .code(
      for: .numberChange(me.id), to: facts.number.e164, facts.number.region, from: me.origin,
      [.noHold, .proof, .budget(.codes)], at: moment
    ) { code throws(Refusal) in
      try PhoneChangeRules.requestCode(
        code, of: facts.me, recent: facts.recent, moment: moment)
    }
  }
}

/// Moves the member to the number the code was sent to.
public struct UpdatePhoneNumber: Endpoint {
  public var code: String
  public var verificationID: OneTimeCode.ID

  public init(code: String, verificationID: OneTimeCode.ID) {
    self.code = code
    self.verificationID = verificationID
  }

  public static let route = Route(
    .put, "/user/phone-number", summary: "Moves the account to the number the code was sent to.",
    for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> PhoneChangeFacts {
    let (stored, isRight) = try reads.compare(code, with: verificationID, at: moment)
    let holder = try stored.flatMap { try reads.person(phoneNumber: $0.phoneNumber) }
    return PhoneChangeFacts(
      me: try reads.recipient(me.id), code: stored, isRight: isRight, holder: holder)
  }

  public func decide(
    _ facts: PhoneChangeFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<PhoneNumberAnswer> {
    try PhoneChangeRules.change(facts, moment: moment)
  }
}

public struct PhoneNumberAnswer: Codable, Equatable, Sendable {
  /// E.164.
  public var phoneNumber: String
}
