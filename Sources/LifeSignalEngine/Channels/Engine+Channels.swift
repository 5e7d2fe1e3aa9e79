import Foundation
import LifeSignalModel

/// A person's own channels.
extension Engine {
  func requestChannelCode(
    _ kind: ChannelKind, _ typed: String, network: String, by me: Person.ID
  ) async throws -> Outcome {
    guard configuration.offeredChannels.contains(kind) else { throw Refusal.channelNotOffered }
    guard let person = try await ledger.read({ try $0.person(me) }) else {
      throw Refusal.personNotFound
    }
    let address = try ChannelAddress.normalized(typed, kind: kind, region: person.phoneRegion)
    if let wait = channelCodeThrottle.take(me, at: clock.now) {
      throw Refusal.tooManyCodes(retryAfter: wait)
    }
    return try await issue(
      .channel(me, kind), to: address, person.phoneRegion, network, by: kind
    ) { [self] code, recent, tx, moment in
      try ChannelRules.requestCode(
        code, kind: kind, tx.channelFacts(of: me, among: channels), recent: recent, limits: limits,
        moment: moment)
    }
  }

  func verifyChannel(
    _ id: OneTimeCode.ID, _ typed: String, of me: Person.ID
  ) async throws -> Outcome {
    try await commit { [self] tx, moment in
      let (code, isRight) = try compare(typed, with: id, in: tx)
      return try ChannelRules.verify(
        code, isRight: isRight, tx.channelFacts(of: me, among: channels), limits: limits,
        moment: moment)
    }
  }
}
