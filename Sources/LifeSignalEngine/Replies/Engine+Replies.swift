import Foundation
public import LifeSignalModel

/// Messages from carriers.
extension Engine {
  /// Carries out what a text message asks for.
  /// - Returns: the answer to send back; nil for none.
  public func receive(_ reply: Reply) async throws -> ReplyMessage? {
    let guess = reply.code == nil ? nil : guess(of: reply)
    let answer: ReceiveReply.Answer
    do {
      answer = try await perform(ReceiveReply(reply: reply, mayBeCode: guess != nil), by: System())
    } catch {
      // A ledger that failed is no evidence against the code.
      if let guess { guesses.giveBack(guess) }
      throw error
    }
    if answer.isCode, let guess { guesses.giveBack(guess) }
    // The request itself is carried out; only our answer is left out.
    guard let message = answer.message, mayAnswer(answer) else { return nil }
    return message
  }

  /// Nil if the sender has guessed too often.
  private func guess(of reply: Reply) -> GuessLimits.Try? {
    if case .one(let made) = guesses.take("sms:\(reply.from)", at: clock.now) { made } else { nil }
  }

  /// Texts with a right mark have a limit of their own: no one uses it up by texts under another's
  /// number.
  private func mayAnswer(_ answer: ReceiveReply.Answer) -> Bool {
    guard let sender = answer.sender else { return true }
    return (answer.isProven ? provenReplyThrottle : replyThrottle)
      .take(sender, at: clock.now) == nil
  }

  /// The carrier reports that the address of this message does not exist. The owners of phones and
  /// browsers are notified elsewhere, where a notice is needed; these are channels they have typed
  /// in.
  func lose(_ delivery: Delivery) async throws {
    _ = try await commit { tx, moment in
      guard try tx.isStillThere(delivery) else { return Decision(.unchanged) }
      let alert = try delivery.alert.flatMap { try tx.alert($0) }
      return try ChannelRules.lose(
        delivery.channel, tx.channelFacts(of: delivery.person, among: moment.channels),
        isSilent: alert?.isSilent == true, by: .system, moment: moment
      ).kept(about: alert)
    }
  }
}
