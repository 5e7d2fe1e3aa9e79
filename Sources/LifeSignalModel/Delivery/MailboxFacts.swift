/// The stored facts about a mailbox from which a mail came back because the mailbox does not exist.
public struct MailboxFacts: Equatable, Sendable {
  /// The channels of the mailbox's owner.
  public var channels: ChannelFacts
  /// Messages to its owner, without those about duress alerts that are on: their results must look
  /// as if they had never been sent.
  public var messages: [Delivery]
  /// Whether the mail that came back is about a duress alert.
  public var isSilent: Bool

  public init(channels: ChannelFacts, messages: [Delivery], isSilent: Bool) {
    self.channels = channels
    self.messages = messages
    self.isSilent = isSilent
  }

  /// Whether another mail came back from there for the same reason, with no sign since that the
  /// mailbox works.
  ///
  /// Every server that handled one of our mails, or saw its header, can report that it failed. A
  /// forger who has seen one mail has not seen the next.
  func isProven(besides delivery: Delivery) -> Bool {
    guard let channel = channels.all.first(where: { $0.id == delivery.channel }) else {
      return false
    }
    return messages.contains { other in
      guard other.id != delivery.id, other.channel == channel.id,
        other.address == channel.address, MailReturn(other)?.isMailboxGone == true,
        let failedAt = other.failedAt
      else { return false }
      return !channel.wasHeard(after: failedAt)
    }
  }
}
