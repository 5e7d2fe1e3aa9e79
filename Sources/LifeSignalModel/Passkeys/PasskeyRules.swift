public import Foundation

/// Passkeys: a second way to sign in, and to re-authenticate.
public enum PasskeyRules {
  /// Bytes of a device's name for a passkey (WebAuthn L3, 7.1).
  public static let longestID = 1_023
  public static let longestName = 60
  /// Passkeys of one person.
  public static let most = 10
  /// Seconds between a challenge and its answer.
  public static let patience: TimeInterval = 300

  /// The value that a device stores to identify the passkey's owner.
  public static func handle(of person: Person.ID) -> Data { Data(person.rawValue.utf8) }

  /// - Parameters:
  ///   - claim: already checked, and its key is valid.
  ///   - known: the existing passkey with this credential id, whichever person owns it.
  /// - Throws: ``Refusal/invalidPasskeyName``, ``Refusal/passkeyExists``,
  ///   ``Refusal/tooManyPasskeys``.
  public static func register(
    _ claim: PasskeyClaim, name: String, known: Passkey?, mine: [Passkey], _ me: Recipient,
    moment: Moment
  ) throws(Refusal) -> Decided<PasskeyData> {
    let name = try checked(name)
    guard known == nil else { throw .passkeyExists }
    guard mine.count < most else { throw .tooManyPasskeys }
    let passkey = Passkey(
      id: Passkey.ID(moment.mint()), person: me.person.id, credentialID: claim.credential.id,
      publicKey: claim.credential.cose, name: name, counter: claim.counter,
      canBeCopied: claim.canBeCopied, isCopied: claim.isCopied, createdAt: moment.now.storable)
    var decision = Decision(
      events: [.passkeysChanged(me.person.id)], mutations: [.insertPasskey(passkey)])
    decision.requireProof()
    // As with an access token: adding a key to the account must not go unnoticed.
    decision.tell(
      me,
      Notice(
        .system, "Passkey added", "A passkey was added to your account: \(name)",
        push: .unlessMuted(.information), subject: "passkey:\(passkey.id)"), at: moment)
    decision.touch(me.person.id, .sessions)
    return Decided(decision, PasskeyData(passkey))
  }

  /// Signs its person in, and notifies every channel of theirs: their number has received no code,
  /// so it has had no notice of this yet.
  /// - Parameter passkey: the one that is named; its signature is right.
  public static func signIn(
    _ claim: SignatureClaim, _ passkey: Passkey, of me: Recipient, material: SignInMaterial,
    moment: Moment
  ) throws(Refusal) -> Decided<SignIn> {
    // No name or number was given before, so the device has to name the account.
    guard claim.handle == handle(of: passkey.person) else { throw .passkeyRejected }
    var decision = try use(claim, passkey, of: me, moment)
    guard decision.refusal == nil else { return Decided(refused: decision) }
    var person = me.person
    person.lastSignInAt = moment.now
    person.updatedAt = moment.now
    decision.mutations.append(.updatePerson(person))
    let signIn = AuthRules.begin(
      for: person.id, isNew: false, elsewhere: me, material, &decision, moment)
    return Decided(decision, signIn)
  }

  /// Re-authenticates the person in a session.
  public static func prove(
    _ claim: SignatureClaim, _ passkey: Passkey, of me: Recipient, in session: Session?,
    moment: Moment
  ) throws(Refusal) -> Decision {
    guard let session, session.isGood(at: moment.now) else { throw .notSignedIn }
    guard passkey.person == session.person,
      claim.handle == nil || claim.handle == handle(of: passkey.person)
    else { throw .passkeyRejected }
    var decision = try use(claim, passkey, of: me, moment)
    guard decision.refusal == nil else { return decision }
    ProofRules.note(session, &decision, moment)
    return decision
  }

  public static func rename(
    _ passkey: Passkey?, to name: String, by me: Person.ID
  ) throws(Refusal) -> Decision {
    let name = try checked(name)
    guard let passkey, passkey.person == me else { throw .passkeyNotFound }
    var decision = Decision(mutations: [.renamePasskey(passkey.id, me, to: name)])
    decision.touch(me, .sessions)
    return decision
  }

  /// Requires no re-authentication: a person who has lost a device must be quick. Only a session
  /// that began with a text alone waits: see ``HoldRules``.
  public static func remove(
    _ passkey: Passkey?, by me: Recipient, moment: Moment
  ) throws(Refusal) -> Decision {
    let person = me.person.id
    guard let passkey, passkey.person == person else { throw .passkeyNotFound }
    var decision = Decision(
      events: [.passkeysChanged(person)], mutations: [.deletePasskey(passkey.id, person)])
    // Otherwise a stranger who signed in by text could remove the passkey that causes the hold.
    decision.demands = [.noHold]
    // A stranger with a found phone must not lock its owner out unnoticed.
    decision.tell(
      me,
      Notice(
        .system, "Passkey removed",
        "The passkey “\(passkey.name)” was removed from your account. If this was not you, end the other sessions in your profile.",
        push: .unlessMuted(.information), subject: "passkey:\(passkey.id):removed"), at: moment)
    decision.touch(person, .sessions)
    return decision
  }

  /// Counts the signature. A counter that was seen before comes from an illegitimate copy: the
  /// sign-in fails, and the person is notified (WebAuthn L3, 6.1.1).
  private static func use(
    _ claim: SignatureClaim, _ passkey: Passkey, of me: Recipient, _ moment: Moment
  ) throws(Refusal) -> Decision {
    guard claim.data.canBeCopied == passkey.canBeCopied else { throw .passkeyRejected }
    let counter = claim.data.counter
    if counter != 0 || passkey.counter != 0, counter <= passkey.counter {
      var decision = Decision()
      decision.refusal = .passkeyRejected
      decision.tell(
        me,
        Notice(
          .system, "Passkey refused",
          "Your passkey “\(passkey.name)” may have been copied: someone used it and was not let in. If you do not know why, remove it in your profile.",
          push: .unlessMuted(.information), subject: "passkey:\(passkey.id):\(passkey.counter)"),
        at: moment)
      return decision
    }
    var used = passkey
    used.counter = counter
    used.isCopied = claim.data.isCopied
    used.lastUsedAt = moment.now.storable
    return Decision(mutations: [.usePasskey(used, from: passkey.counter)])
  }

  private static func checked(_ name: String) throws(Refusal) -> String {
    try PlainText.name(name, longest: longestName, else: .invalidPasskeyName)
  }
}
