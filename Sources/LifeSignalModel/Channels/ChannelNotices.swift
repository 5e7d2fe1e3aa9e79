import Foundation

/// Notices about a person's own channels. They name the kind, never the address.
enum ChannelNotices {
  static func added(_ channel: Channel, _ code: OneTimeCode.ID) -> Notice {
    Notice(
      .system, "New contact method",
      "We can now reach you this way too: \(TimelineWords.way([channel.kind])).",
      push: .unlessMuted(.information), subject: "channel:\(code)")
  }

  static func removed(_ channel: Channel, _ now: Date) -> Notice {
    Notice(
      .system, "Contact method removed",
      "We no longer reach you this way: \(TimelineWords.way([channel.kind])).",
      push: .unlessMuted(.information), subject: "channel:\(channel.id):\(now.milliseconds)")
  }

  static func switchedOff(_ channel: Channel, _ now: Date) -> Notice {
    Notice(
      .system, "Messages switched off",
      "LifeSignal no longer contacts you this way: \(TimelineWords.way([channel.kind])). If this was not you, look through your profile.",
      push: .unlessMuted(.information), subject: "channel:\(channel.id):\(now.milliseconds)")
  }

  static func quiet(_ now: Date) -> Notice {
    Notice(
      .system, "Quiet hours changed",
      "The times when LifeSignal keeps quiet have changed. If this was not you, look through your profile.",
      push: .unlessMuted(.information), subject: "channel:quiet:\(now.milliseconds)")
  }

  static func lost(_ channel: Channel, _ now: Date) -> Notice {
    Notice(
      .system, "Contact method lost",
      """
      Messages no longer arrive there, so you are not reached in this way any more: \
      \(TimelineWords.way([channel.kind])). Add it again if that is wrong.
      """,
      push: .unlessMuted(.information), subject: "channel:\(channel.id):\(now.milliseconds)")
  }

  /// The person's only channel fails, so this notice cannot go there. Sent at most once a day.
  static func failing(_ channel: Channel, _ now: Date) -> Notice {
    Notice(
      .system, "Messages do not reach you",
      """
      Messages do not arrive there, and you are reached in no other way: \
      \(TimelineWords.way([channel.kind])). Add another one.
      """,
      subject: "mailbox:\(channel.id):\(now.milliseconds / 86_400_000)")
  }
}
