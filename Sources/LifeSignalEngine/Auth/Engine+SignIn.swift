import Foundation
import LifeSignalModel
import Logging

extension Engine {
  /// Sends a code to the number: for a visitor to sign in with, for a member to move to it. The
  /// answer and the steps to it are the same whether or not the number is a member's.
  func requestCode(
    _ phoneNumber: String, _ region: Region, network: String, by actor: Actor
  ) async throws -> Outcome {
    guard let number = PhoneNumber(phoneNumber, region: region) else {
      throw Refusal.invalidPhoneNumber
    }
    guard let me = actor.person else {
      return try await issue(.signIn, to: number.e164, number.region, network) {
        code, recent, _, moment in
        try AuthRules.requestCode(code, recent: recent, limits: self.limits, moment: moment)
      }
    }
    try await checkHold(by: actor)
    return try await issue(.numberChange(me), to: number.e164, number.region, network) {
      code, recent, tx, moment in
      // Anyone with the number can sign in with it: a thief of the device must not be able to
      // change the number.
      try self.requireProof(by: actor, in: tx, at: moment.now)
      return try PhoneChangeRules.requestCode(
        code, of: tx.recipient(me).person, recent: recent, limits: self.limits,
        moment: moment)
    }
  }

  var limits: AuthLimits { configuration.auth }

  /// Makes a code, stores its hash if the rules agree, and passes the code to the courier.
  /// - Parameter kind: the kind of channel that carries it; nil for the first that comes with a
  ///   number.
  /// - Throws: ``Refusal/codeNotSent`` to a person who requested it to their own number and is
  ///   waiting.
  func issue(
    _ purpose: OneTimeCode.Purpose, to number: String, _ region: Region, _ network: String,
    by kind: ChannelKind? = nil,
    _ decide:
      @escaping @Sendable (
        OneTimeCode, [OneTimeCode], any LedgerTransaction, Moment
      ) throws -> Decision
  ) async throws -> Outcome {
    let now = clock.now
    // A signed-in person never waits because of others on their network.
    let asker = purpose.owner.map { "person \($0)" } ?? network
    if let wait = networkThrottle.take(asker, at: now)
      ?? (purpose.owner == nil ? networkDayThrottle.take(asker, at: now) : nil)
    {
      throw Refusal.tooManyCodes(retryAfter: wait)
    }
    let secret = entropy.code()
    let id = OneTimeCode.ID(rawValue: entropy.text(bytes: 16))
    let code = OneTimeCode(
      id: id, phoneNumber: number, phoneRegion: region,
      hash: CredentialHash.code(
        secret, of: id, phoneNumber: number, key: configuration.codeKey),
      createdAt: now, expiresAt: (now + limits.codeLife).storable, purpose: purpose)
    let since = now - AuthLimits.day
    let outcome = try await commit { tx, moment in
      try decide(code, tx.oneTimeCodes(phoneNumber: number, since: since), tx, moment)
    }
    // A caller who names a number that may be anyone's learns nothing about it, nor whether the
    // code was sent.
    let isOwn = purpose.owner != nil
    var isMember = true
    if !isOwn { isMember = await usesMembersShare(number, askedFrom: network, at: now) }
    guard
      await send(secret, to: number, by: kind, id: id, isOwn: isOwn, isMember: isMember) || !isOwn
    else {
      throw Refusal.codeNotSent
    }
    return outcome
  }

  /// Whether the code goes to a member's number, and its network has not yet used up its part of
  /// the share reserved for members.
  private func usesMembersShare(
    _ number: String, askedFrom network: String, at now: Date
  ) async -> Bool {
    guard (try? await ledger.read { try $0.person(phoneNumber: number) }) != nil else {
      return false
    }
    return membersDayThrottle.take(network, at: now) == nil
  }

  /// Never stored in the outbox: a lost code can be requested again, but a code in a table could be
  /// read there.
  /// - Returns: whether the courier has accepted it.
  private func send(
    _ secret: String, to number: String, by kind: ChannelKind?, id: OneTimeCode.ID, isOwn: Bool,
    isMember: Bool
  ) async -> Bool {
    guard let kind = kind ?? configuration.signUpChannels.first, let courier = couriers[kind] else {
      logger.error("no courier for one-time codes")
      return false
    }
    let message = CourierMessage(
      idempotencyKey: "lifesignal-code-\(id)", kind: kind, address: number,
      title: "Your LifeSignal code",
      body: "\(secret.prefix(3))-\(secret.suffix(3)) is your LifeSignal code. Do not share it.",
      priority: .alert, isOneTimeCode: true, isOwnCode: isOwn, isMembersCode: isMember)
    do {
      try await withinTime(.seconds(10), on: clock) { try await courier.deliver(message) }
      return true
    } catch {
      logger.error(
        "a one-time code was not taken by its courier", metadata: ["kind": "\(kind.rawValue)"])
      return false
    }
  }

  func verifyCode(_ id: OneTimeCode.ID, _ typed: String, label: String) async throws -> Outcome {
    let token = entropy.text(bytes: 32)
    let material = SignInMaterial(
      token: token, tokenHash: CredentialHash.token(token), label: label,
      qrCode: entropy.qrCode(), channels: configuration.signUpChannels)
    return try await commit { [self] tx, moment in
      let (code, isRight) = try compare(typed, with: id, in: tx)
      let person = try tx.person(phoneNumber: code?.phoneNumber ?? "")
      return try AuthRules.verifyCode(
        code, isRight: isRight,
        recent: code.map {
          try tx.oneTimeCodes(
            phoneNumber: $0.phoneNumber, since: moment.now - IdleRules.window - AuthLimits.day)
        } ?? [],
        me: person.map { try tx.recipient($0.id) }, person: person,
        elsewhere: person.flatMap { try elsewhere($0.id, in: tx, at: moment.now) },
        idle: person.map { try idleFacts(of: $0, in: tx, at: moment.now) },
        limits: limits, material: material, moment: moment)
    }
  }

  /// A text proves access to the number, not the person's identity.
  private func idleFacts(
    of person: Person, in tx: any LedgerSnapshot, at now: Date
  ) throws -> IdleFacts {
    var elsewhere = try tx.recipient(person.id)
    elsewhere.channels.removeAll { $0.address == person.phoneNumber }
    var signs = [person.createdAt, person.lastSignInAt]
    signs += try tx.sessions(of: person.id, at: now).map { $0.lastSeenAt ?? $0.createdAt }
    let passkeys = try tx.passkeys(of: person.id)
    signs += passkeys.compactMap(\.lastUsedAt)
    signs += try tx.checkIns(of: person.id, limit: 50).filter { !$0.isByNumber }
      .map(\.recordedAt)
    return IdleFacts(
      elsewhere: elsewhere, lastSign: signs.max() ?? now, hasPasskey: !passkeys.isEmpty)
  }

  /// The stored code, and whether the typed text matches it.
  func compare(
    _ typed: String, with id: OneTimeCode.ID, in tx: any LedgerSnapshot
  ) throws -> (code: OneTimeCode?, isRight: Bool) {
    let secret = typed.filter { $0.isASCII && $0.isNumber }
    let code = try tx.oneTimeCode(id)
    let hash = CredentialHash.code(
      secret, of: id, phoneNumber: code?.phoneNumber ?? "", key: configuration.codeKey)
    return (code, CredentialHash.areEqual(hash, code?.hash ?? Data()))
  }
}
