import Foundation
public import LifeSignalModel
import Logging

extension Engine {
  /// Makes a code, stores its hash and hands the code to the courier. The answer and the way to it
  /// are the same whether or not the number is a member's.
  func requestCode(
    _ phoneNumber: String, _ region: Region, network: String
  ) async throws -> Outcome {
    guard let number = PhoneNumber(phoneNumber, region: region)?.e164 else {
      throw Refusal.invalidPhoneNumber
    }
    let now = clock.now
    if let wait = networkThrottle.take(network, at: now) {
      throw Refusal.tooManyCodes(retryAfter: wait)
    }
    let limits = configuration.auth
    let secret = entropy.code()
    let id = OneTimeCode.ID(rawValue: entropy.text(bytes: 16))
    let code = OneTimeCode(
      id: id, phoneNumber: number, phoneRegion: region,
      hash: CredentialHash.code(
        secret, of: id, phoneNumber: number, key: configuration.codeKey),
      createdAt: now, expiresAt: (now + limits.codeLife).storable)
    let outcome = try await commit { tx, moment in
      try AuthRules.requestCode(
        code, recent: tx.oneTimeCodes(phoneNumber: number, since: now - limits.window),
        limits: limits, moment: moment)
    }
    await send(secret, to: number, id: id)
    return outcome
  }

  /// Never stored in the outbox: a code that is lost is asked for again, one that lies in a table
  /// can be read there.
  private func send(_ secret: String, to number: String, id: OneTimeCode.ID) async {
    guard let kind = configuration.signUpChannels.first, let courier = couriers[kind] else {
      return logger.error("no courier for sign-in codes")
    }
    let message = CourierMessage(
      idempotencyKey: "lifesignal-code-\(id)", kind: kind, address: number,
      title: "Your LifeSignal code",
      body: "\(secret.prefix(3))-\(secret.suffix(3)) is your LifeSignal code. Do not share it.",
      priority: .alert)
    do {
      try await withinTime(.seconds(10), on: clock) { try await courier.deliver(message) }
    } catch {
      logger.error(
        "a sign-in code was not taken by its courier", metadata: ["kind": "\(kind.rawValue)"])
    }
  }

  func verifyCode(_ id: OneTimeCode.ID, _ typed: String, label: String) async throws -> Outcome {
    let token = entropy.text(bytes: 32)
    let material = SignInMaterial(
      token: token, tokenHash: CredentialHash.token(token), label: label,
      qrCode: entropy.qrCode(), channels: configuration.signUpChannels)
    let secret = typed.filter { $0.isASCII && $0.isNumber }
    let (limits, key) = (configuration.auth, configuration.codeKey)
    return try await commit { tx, moment in
      let code = try tx.oneTimeCode(id)
      let number = code?.phoneNumber ?? ""
      let hash = CredentialHash.code(secret, of: id, phoneNumber: number, key: key)
      return try AuthRules.verifyCode(
        code, isRight: CredentialHash.areEqual(hash, code?.hash ?? Data()),
        person: try tx.person(phoneNumber: number), limits: limits, material: material,
        moment: moment)
    }
  }

  /// Who a session token belongs to; nil when it is unknown, expired or revoked.
  public func session(token: String) async throws -> (session: SessionID, person: Person.ID)? {
    let hash = CredentialHash.token(token)
    guard let session = try await ledger.read({ try $0.session(tokenHash: hash) }),
      session.revokedAt == nil, session.expiresAt > clock.now
    else { return nil }
    return (session.id, session.person)
  }

  /// The person's live sessions, newest first. End one with ``Command/signOut(_:)``.
  public func sessions(of person: Person.ID) async throws -> [Session] {
    let now = clock.now
    return try await ledger.read { try $0.sessions(of: person, at: now) }
  }
}
