public import Foundation

/// How many codes may be asked for, and how long they and the sessions they open live. Seconds.
public struct AuthLimits: Equatable, Sendable {
  public var codeLife: TimeInterval
  public var tries: Int
  /// Codes for one number within `window`.
  public var codesPerNumber: Int
  /// Codes asked for from one network within `window`.
  public var codesPerNetwork: Int
  public var window: TimeInterval
  public var sessionLife: TimeInterval

  public init(
    codeLife: TimeInterval = 300, tries: Int = 5, codesPerNumber: Int = 5,
    codesPerNetwork: Int = 30, window: TimeInterval = 900, sessionLife: TimeInterval = 90 * 86_400
  ) {
    self.codeLife = codeLife
    self.tries = tries
    self.codesPerNumber = codesPerNumber
    self.codesPerNetwork = codesPerNetwork
    self.window = window
    self.sessionLife = sessionLife
  }
}

/// The randomness a sign-in needs, made by the caller before the decision.
public struct SignInMaterial: Equatable, Sendable {
  /// Shown to the person once.
  public var token: String
  public var tokenHash: Data
  public var label: String
  /// The code of a person who is new.
  public var qrCode: QRCodeID
  /// The kinds of channel a new person gets for their number; the code came by the first.
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
}

/// Signing in with a number and a code. Nothing here depends on whether a number is known before
/// the right code has been given.
public enum AuthRules {
  /// `recent` are the codes asked for this number within the window. Those somebody asks for their own
  /// number while they are signed in count apart: no stranger can use them up.
  public static func requestCode(
    _ code: OneTimeCode, recent: [OneTimeCode], limits: AuthLimits, moment: Moment
  ) throws(Refusal) -> Decision {
    // A code from a minute ahead is from before the clock was set back, and locks nobody out.
    let recent = recent.filter {
      $0.createdAt <= moment.now + 60 && $0.purpose.owner == code.purpose.owner
    }
    let oldest = recent.map(\.createdAt).min() ?? moment.now
    guard recent.count < limits.codesPerNumber else {
      throw .tooManyCodes(
        retryAfter: max(1, limits.window - moment.now.timeIntervalSince(oldest)))
    }
    return Decision(
      .codeSent(code.id, expiresAt: code.expiresAt), events: [.codeRequested],
      mutations: [.insertCode(code)])
  }

  /// - Parameters:
  ///   - isRight: the result of comparing hashes.
  ///   - person: the member with the code's number.
  ///   - elsewhere: the same member, when they are signed in in other places: they are told.
  public static func verifyCode(
    _ code: OneTimeCode?, isRight: Bool, person: Person?, elsewhere: Recipient? = nil,
    limits: AuthLimits, material: SignInMaterial, moment: Moment
  ) throws(Refusal) -> Decision {
    var (code, decision) = try CodeRules.spend(
      code, for: .signIn, isRight: isRight, limits: limits, moment: moment)
    guard decision.refusal == nil else { return decision }

    var member: Person
    if let person {
      member = person
      member.lastSignInAt = moment.now
      member.updatedAt = moment.now
      decision.mutations.append(.updatePerson(member))
      // The code came to this number, so it works: what was switched off goes on again.
      for kind in material.channels {
        decision.mutations.append(
          .insertChannel(
            Channel(
              id: Channel.ID(moment.mint()), person: member.id, kind: kind,
              address: code.phoneNumber, createdAt: moment.now)))
      }
    } else {
      member = enrol(
        code.phoneNumber, code.phoneRegion, qrCode: material.qrCode, channels: material.channels,
        &decision, moment)
    }
    begin(
      for: member.id, isNew: person == nil, elsewhere: elsewhere, limits, material, &decision,
      moment)
    return decision
  }

  /// A session of the person, however they have shown who they are.
  static func begin(
    for person: Person.ID, isNew: Bool, elsewhere: Recipient?, _ limits: AuthLimits,
    _ material: SignInMaterial, _ decision: inout Decision, _ moment: Moment
  ) {
    let session = Session(
      id: SessionID(moment.mint()), person: person, tokenHash: material.tokenHash,
      label: String(material.label.prefix(120)), createdAt: moment.now,
      expiresAt: (moment.now + limits.sessionLife).storable)
    decision.mutations.append(.insertSession(session))
    decision.events.append(.signedIn(person))
    if let elsewhere { decision.tell(elsewhere, SessionRules.notice(of: session), at: moment) }
    decision.touch(person, .sessions)
    decision.outcome = .signedIn(
      SignIn(
        token: material.token, session: session.id, person: person,
        expiresAt: session.expiresAt, isNew: isNew))
  }

  /// A member made by the operator; one who exists already is left as they are.
  public static func enrol(
    phoneNumber: String, region: Region, existing: Person?, qrCode: QRCodeID,
    channels: [ChannelKind], by actor: Actor, moment: Moment
  ) throws(Refusal) -> Decision {
    try actor.requireSystem()
    guard let number = PhoneNumber(phoneNumber, region: region) else { throw .invalidPhoneNumber }
    if let existing { return Decision(.enrolled(existing.id)) }
    var decision = Decision()
    let person = enrol(
      number.e164, region, qrCode: qrCode, channels: channels, &decision, moment)
    decision.outcome = .enrolled(person.id)
    return decision
  }

  private static func enrol(
    _ number: String, _ region: Region, qrCode: QRCodeID, channels: [ChannelKind],
    _ decision: inout Decision, _ moment: Moment
  ) -> Person {
    let person = Person(
      id: Person.ID(moment.mint()), phoneNumber: number, phoneRegion: region, qrCode: qrCode,
      createdAt: moment.now, updatedAt: moment.now, lastSignInAt: moment.now)
    decision.mutations.append(.insertPerson(person))
    for kind in channels {
      decision.mutations.append(
        .insertChannel(
          Channel(
            id: Channel.ID(moment.mint()), person: person.id, kind: kind, address: number,
            createdAt: moment.now)))
    }
    decision.mutations.append(.insertWatch(Watch(person: person.id)))
    decision.events.append(.enrolled(person.id))
    return person
  }
}
