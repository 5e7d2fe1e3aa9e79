/// The means by which a one-time code reaches a person who signs in. Raw values are those of the
/// operator's setting.
public enum SignInMeans: String, CaseIterable, Codable, Sendable {
  /// By text to a phone number.
  case phone
  /// By mail to an e-mail address.
  case email
}

/// An address with which a person signs in: a code to it proves that they have it, and it belongs to one
/// account.
public enum SignInAddress: Hashable, Sendable {
  /// E.164.
  case phone(String, Region)
  /// In lower case.
  case email(String)

  public init(_ number: PhoneNumber) { self = .phone(number.e164, number.region) }

  /// The part before the @ is compared without regard to case as well: keyboards begin it with a capital
  /// letter, and no provider gives the two spellings to two people.
  public init(_ address: EmailAddress) { self = .email(address.text.lowercased()) }

  /// As typed.
  /// - Throws: ``Refusal/invalidEmailAddress``, ``Refusal/emailNameNotASCII``.
  public init(email text: String) throws(Refusal) {
    self.init(
      try EmailAddress(ChannelAddress.normalized(text, kind: .email, region: .unitedStates)))
  }

  /// Where the code was sent. Only e-mail addresses contain an @.
  init(of code: OneTimeCode) {
    self =
      code.phoneNumber.contains("@")
      ? .email(code.phoneNumber) : .phone(code.phoneNumber, code.phoneRegion)
  }

  public var text: String {
    switch self {
    case .phone(let text, _), .email(let text): text
    }
  }

  public var means: SignInMeans {
    switch self {
    case .phone: .phone
    case .email: .email
    }
  }

  /// The country of a number; any for mail, which has none.
  var region: Region {
    if case .phone(_, let region) = self { region } else { .unitedStates }
  }

  /// The kind of channel by which codes go there; nil for the first that comes with a number.
  var courier: ChannelKind? { means == .email ? .email : nil }
}

extension ChannelKinds {
  /// The kinds of channel that an account gets for the address it is opened with.
  func signUp(at address: SignInAddress) -> [ChannelKind] {
    address.means == .email ? [.email] : signUp
  }

  /// - Throws: ``Refusal/channelNotOffered`` where this server sends no codes by these means.
  func require(_ means: SignInMeans) throws(Refusal) {
    guard signIn.contains(means) else { throw .channelNotOffered }
  }
}

extension Channel {
  /// Whether a code to the address is read by the same person as a message to this channel.
  func leads(to address: SignInAddress) -> Bool {
    kind == .email ? self.address.lowercased() == address.text : self.address == address.text
  }
}

extension Person {
  /// The country of their number; nil for an account without one.
  public var region: Region? { phoneNumber.isEmpty && email != nil ? nil : phoneRegion }

  /// The addresses with which they sign in, at least one of two.
  public var signInAddresses: [SignInAddress] {
    var addresses: [SignInAddress] = []
    if !phoneNumber.isEmpty { addresses.append(.phone(phoneNumber, phoneRegion)) }
    if let email { addresses.append(.email(email)) }
    return addresses
  }

  /// Where the codes go that they request for their own account.
  public func ownAddress(among means: [SignInMeans]) -> SignInAddress {
    let addresses = signInAddresses
    return addresses.first { means.contains($0.means) } ?? addresses.first
      ?? .phone(phoneNumber, phoneRegion)
  }
}

extension UserData {
  /// The country of their number; nil for an account without one.
  public var region: Region? { phoneNumber.isEmpty && email != nil ? nil : phoneRegion }

  /// What their passkey is named after, and where the codes go that they request for their own account.
  public var ownAddress: String { phoneNumber.isEmpty ? email ?? "" : phoneNumber }
}

extension PersonReads {
  public func person(at address: SignInAddress) throws -> Person? {
    switch address {
    case .phone(let number, _): try person(phoneNumber: number)
    case .email(let address): try person(email: address)
    }
  }
}
