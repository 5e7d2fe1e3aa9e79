public import Foundation

/// How many codes may be requested, and how long they and the sessions they open last. Seconds.
public struct AuthLimits: Equatable, Sendable {
  public var codeLife: TimeInterval
  public var tries: Int
  /// Codes for one number within `window`.
  public var codesPerNumber: Int
  /// Codes requested from one network within `window`.
  public var codesPerNetwork: Int
  public var window: TimeInterval
  public var sessionLife: TimeInterval
  /// Codes for one number within a day, however they were used.
  public var codesPerNumberAndDay: Int
  /// Wrong codes for one number within a day; then only a passkey or another day helps.
  public var wrongTriesPerDay: Int
  /// Codes requested from one network in a burst, and as many more over a day: less than half of
  /// one country's default budget, so that it takes at least two networks to use up that budget.
  public var codesPerNetworkAndDay: Int
  /// How many of those may go to members' numbers from the share of the day's codes that is
  /// reserved for members. Further codes count with those of strangers; the caller cannot tell the
  /// difference.
  public var membersCodesPerNetworkAndDay: Int

  /// Seconds in which tries are counted.
  public static let day: TimeInterval = 86_400
  /// After this many wrong codes the number's owner is notified, and the pause before the next code grows.
  static let alarmingTries = 5

  public init(
    codeLife: TimeInterval = 300, tries: Int = 5, codesPerNumber: Int = 5,
    codesPerNetwork: Int = 30, window: TimeInterval = 900, sessionLife: TimeInterval = 90 * 86_400,
    codesPerNumberAndDay: Int = 20, wrongTriesPerDay: Int = 20, codesPerNetworkAndDay: Int = 40,
    membersCodesPerNetworkAndDay: Int = 10
  ) {
    self.codeLife = codeLife
    self.tries = tries
    self.codesPerNumber = codesPerNumber
    self.codesPerNetwork = codesPerNetwork
    self.window = window
    self.sessionLife = sessionLife
    self.codesPerNumberAndDay = codesPerNumberAndDay
    self.wrongTriesPerDay = wrongTriesPerDay
    self.codesPerNetworkAndDay = codesPerNetworkAndDay
    self.membersCodesPerNetworkAndDay = membersCodesPerNetworkAndDay
  }
}

/// The randomness a sign-in needs.
public struct SignInMaterial: Equatable, Sendable {
  /// Shown to the person once.
  public var token: String
  public var tokenHash: Data
  public var label: String
  /// The code for a new person.
  public var qrCode: QRCodeID
  /// The kinds of channel a new person gets for their address; the code came by the first.
  public var channels: [ChannelKind]

  public init(
    token: String, tokenHash: Data, label: String, qrCode: QRCodeID, channels: [ChannelKind]
  ) {
    self.token = token
    self.tokenHash = tokenHash
    self.label = label
    self.qrCode = qrCode
    self.channels = channels
  }

  /// Draws a new token.
  public init(
    for visitor: Visitor, channels: [ChannelKind], at moment: Moment
  ) {
    token = moment.secrets.entropy.text(bytes: 32)
    tokenHash = moment.secrets.hash(token: token)
    label = visitor.origin.label
    qrCode = moment.secrets.entropy.qrCode()
    self.channels = channels
  }
}

/// Signing in with an address and a code. Nothing here depends on whether an address is known before
/// the right code has been given.
public enum AuthRules {
  /// `recent` holds the codes requested for this address within a day. Codes that a signed-in person
  /// requests for their own address are counted separately, so that no stranger can use them up.
  public static func requestCode(
    _ code: OneTimeCode, recent: [OneTimeCode], moment: Moment
  ) throws(Refusal) -> Decision {
    // A code more than a minute ahead was made before the clock was set back. It must lock no one out.
    let recent = recent.filter {
      $0.createdAt <= moment.now + 60 && $0.purpose.owner == code.purpose.owner
    }
    func wait(_ codes: [OneTimeCode], _ span: TimeInterval) -> TimeInterval {
      let oldest = codes.map(\.createdAt).min() ?? moment.now
      return max(1, span - moment.now.timeIntervalSince(oldest))
    }
    let limits = moment.authLimits
    let inWindow = recent.filter { $0.createdAt > moment.now - limits.window }
    guard inWindow.count < limits.codesPerNumber else {
      throw .tooManyCodes(retryAfter: wait(inWindow, limits.window))
    }
    let wrong = wrongTries(recent)
    guard recent.count < limits.codesPerNumberAndDay, wrong < limits.wrongTriesPerDay else {
      throw .tooManyCodes(retryAfter: wait(recent, AuthLimits.day))
    }
    if let last = recent.map(\.createdAt).max() {
      let left = pause(afterWrong: wrong) - moment.now.timeIntervalSince(last)
      guard left <= 0 else { throw .tooManyCodes(retryAfter: left) }
    }
    return Decision(events: [.codeRequested], mutations: [.insertCode(code)])
  }

  /// Wrong codes typed. The last try of a code that was used was right.
  static func wrongTries(_ codes: [OneTimeCode]) -> Int {
    codes.reduce(0) { $0 + $1.attempts - ($1.usedAt == nil ? 0 : 1) }
  }

  /// Seconds between two codes after so many wrong ones: a minute, five, twenty-five.
  static func pause(afterWrong tries: Int) -> TimeInterval {
    let steps = tries / AuthLimits.alarmingTries
    return steps == 0 ? 0 : 60 * pow(5, Double(steps - 1))
  }

  /// - Parameters:
  ///   - isRight: the result of comparing hashes.
  ///   - recent: the codes asked for to this address within a week, this one too.
  ///   - idle: when the member was last active; nil where the address is their only channel.
  ///   - me: the member with the code's address and all their channels, for the notice of wrong
  ///     codes.
  ///   - person: the member with the code's address.
  ///   - invitation: that of the code, for an address that is no member's.
  ///   - elsewhere: the same member, with the channels for the notice of a sign-in.
  public static func verifyCode(
    _ code: OneTimeCode?, isRight: Bool, recent: [OneTimeCode] = [], me: Recipient? = nil,
    person: Person?, elsewhere: Recipient? = nil, idle: IdleFacts? = nil,
    invitation: Invitation? = nil,
    material: SignInMaterial, moment: Moment
  ) throws(Refusal) -> Decided<SignIn> {
    let wrong = wrongTries(
      recent.filter { $0.purpose == .signIn && $0.createdAt >= moment.now - AuthLimits.day })
    guard wrong < moment.authLimits.wrongTriesPerDay else { throw .tooManyTries }
    var (code, decision) = try CodeRules.spend(
      code, for: .signIn, isRight: isRight, moment: moment)
    let address = SignInAddress(of: code)
    guard decision.refusal == nil else {
      if let me, (wrong + 1).isMultiple(of: AuthLimits.alarmingTries) {
        decision.tell(me, guessed(code.id, address.means, wrong + 1), at: moment)
      }
      return Decided(refused: decision)
    }
    if let idle, let wait = IdleRules.wait(idle, for: code, among: recent, at: moment.now) {
      if wait == HoldRules.length {
        decision.tell(
          idle.elsewhere,
          IdleRules.notice(code.id, address.means, hasPasskey: idle.hasPasskey), at: moment)
      }
      decision.refusal = .heldWhileIdle(retryAfter: wait)
      return Decided(refused: decision)
    }

    var member: Person
    if let person {
      member = person
      member.lastSignInAt = moment.now
      member.updatedAt = moment.now
      decision.mutations.append(.updatePerson(member))
      // The code reached this address, so it works: re-enable the channels that were switched off.
      for kind in material.channels {
        decision.mutations.append(
          .insertChannel(
            Channel(
              id: Channel.ID(moment.mint()), person: member.id, kind: kind,
              address: code.phoneNumber, createdAt: moment.now)))
      }
    } else {
      let used: Invitation?
      do throws(Refusal) {
        used = try InvitationRules.admit(
          isInvited: code.invitation != nil, invitation, moment)
      } catch {
        // The right code is used up even so.
        decision.refusal = error
        return Decided(refused: decision)
      }
      member = enrol(
        address, qrCode: material.qrCode, channels: material.channels, &decision, moment)
      if let used {
        decision.mutations.append(
          .useInvitation(used.id, by: member.id, at: moment.now.storable))
      }
    }
    let signIn = begin(
      for: member.id, isNew: person == nil, elsewhere: elsewhere, material, &decision,
      moment)
    return Decided(decision, signIn)
  }

  private static func guessed(
    _ code: OneTimeCode.ID, _ means: SignInMeans, _ tries: Int
  ) -> Notice {
    Notice(
      .system,
      means == .email ? "Wrong codes for your e-mail address" : "Wrong codes for your number",
      means == .email
        ? "Wrong sign-in codes were typed for your e-mail address \(tries) times today. They opened nothing. Never pass on a code that you receive."
        : "Wrong sign-in codes were typed for your number \(tries) times today. They opened nothing. Never pass on a code that you receive.",
      push: .unlessMuted(.information), subject: "guesses:\(code):\(tries)")
  }

  /// A session of the person, in whatever way they have authenticated.
  static func begin(
    for person: Person.ID, isNew: Bool, elsewhere: Recipient?, _ material: SignInMaterial,
    _ decision: inout Decision, _ moment: Moment
  ) -> SignIn {
    let session = Session(
      id: SessionID(moment.mint()), person: person, tokenHash: material.tokenHash,
      label: String(material.label.prefix(120)), createdAt: moment.now,
      expiresAt: (moment.now + moment.authLimits.sessionLife).storable)
    decision.mutations.append(.insertSession(session))
    decision.events.append(.signedIn(person))
    if let elsewhere { decision.tell(elsewhere, SessionRules.notice(of: session), at: moment) }
    decision.touch(person, .sessions)
    return SignIn(
      token: material.token, session: session.id, person: person, expiresAt: session.expiresAt,
      isNew: isNew)
  }

  /// A member made by the operator; one who exists already is left as they are.
  public static func enrol(
    phoneNumber: String, region: Region, existing: Person?, qrCode: QRCodeID,
    channels: [ChannelKind], moment: Moment
  ) throws(Refusal) -> Decided<Person.ID> {
    guard let number = PhoneNumber(phoneNumber, region: region) else { throw .invalidPhoneNumber }
    if let existing { return Decided(Decision(), existing.id) }
    var decision = Decision()
    let person = enrol(
      SignInAddress(number), qrCode: qrCode, channels: channels, &decision, moment)
    return Decided(decision, person.id)
  }

  private static func enrol(
    _ address: SignInAddress, qrCode: QRCodeID, channels: [ChannelKind],
    _ decision: inout Decision, _ moment: Moment
  ) -> Person {
    var person = Person(
      id: Person.ID(moment.mint()), phoneNumber: "", phoneRegion: address.region, qrCode: qrCode,
      createdAt: moment.now, updatedAt: moment.now, lastSignInAt: moment.now)
    switch address {
    case .phone(let number, _): person.phoneNumber = number
    case .email(let address): person.email = address
    }
    decision.mutations.append(.insertPerson(person))
    for kind in channels {
      decision.mutations.append(
        .insertChannel(
          Channel(
            id: Channel.ID(moment.mint()), person: person.id, kind: kind,
            address: address.text, createdAt: moment.now)))
    }
    decision.mutations.append(.insertWatch(Watch(person: person.id)))
    decision.events.append(.enrolled(person.id))
    return person
  }
}
