import Foundation
import LifeSignalModel
import Logging

extension Engine {
  /// Passes a code to its courier.
  ///
  /// A caller who names an address that may be anyone's learns nothing about it, nor whether the code
  /// was sent.
  /// - Throws: ``Refusal/codeNotSent`` to a person who requested it to their own address and is
  ///   waiting.
  func pass(_ code: CodeToSend) async throws {
    switch code.requester {
    case .owner:
      guard await send(code, isOwn: true, isMember: true) else { throw Refusal.codeNotSent }
    case .network(let network):
      guard configuration.registration != .open else {
        return await pass(code, askedFrom: network)
      }
      // Strangers get no code here: to wait for one would show who is a member.
      Task { await pass(code, askedFrom: network) }
    }
  }

  private func pass(_ code: CodeToSend, askedFrom network: String) async {
    let isMember = await usesMembersShare(code.address, askedFrom: network)
    _ = await send(code, isOwn: false, isMember: isMember)
  }

  /// Whether the code goes to a member's number, and its network has not yet used up its part of
  /// the share reserved for members.
  private func usesMembersShare(_ number: String, askedFrom network: String) async -> Bool {
    let now = clock.now
    guard (try? await ledger.read { try $0.person(phoneNumber: number) }) != nil else {
      return false
    }
    return membersDayThrottle.take(network, at: now) == nil
  }

  /// - Returns: whether the courier has accepted it.
  private func send(_ code: CodeToSend, isOwn: Bool, isMember: Bool) async -> Bool {
    guard let kind = code.kind ?? configuration.signUpChannels.first, let courier = couriers[kind]
    else {
      logger.error("no courier for one-time codes")
      return false
    }
    let secret = code.secret
    let message = CourierMessage(
      idempotencyKey: "lifesignal-code-\(code.id)", kind: kind, address: code.address,
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
}
