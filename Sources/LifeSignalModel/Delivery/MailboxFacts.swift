/// What is known of a mailbox that a mail came back from because it is not there.
public struct MailboxFacts: Equatable, Sendable {
  /// Of its owner.
  public var channels: ChannelFacts
  /// Messages to its owner, without those about silent alarms that are on: what comes of them must look
  /// as if they had never been sent.
  public var messages: [Delivery]
  /// Whether the mail that came back is about a silent alarm.
  public var isSilent: Bool

  public init(channels: ChannelFacts, messages: [Delivery], isSilent: Bool) {
    self.channels = channels
    self.messages = messages
    self.isSilent = isSilent
  }

  /// Whether another mail has come back from there for the same reason, and nothing has been heard of the
  /// mailbox since.
  ///
  /// Every server that handled one of our mails, or saw its header, can report that it failed. A
  /// forger who has seen one mail has not seen the next.
  func isProven(besides delivery: Delivery) -> Bool {
    guard let channel = channels.all.first(where: { $0.id == delivery.channel }) else {
      return false
    }
    return messages.contains { other in
      guard other.id != delivery.id, other.channel == channel.id,
        other.address == channel.address, DeliveryReport.saysGone(other),
        let failedAt = other.failedAt
      else { return false }
      return !channel.wasHeard(after: failedAt)
    }
  }
}
