import Foundation

/// The words around a person's own channels. They name the kind, never the address.
enum ChannelNotices {
  static func added(_ channel: Channel, _ code: OneTimeCode.ID) -> Notice {
    Notice(
      .system, "New Way to Reach You",
      "You are now reached in another way too: \(TimelineWords.way([channel.kind])).",
      push: .unlessMuted(.information), subject: "channel:\(code)")
  }

  static func removed(_ channel: Channel, _ now: Date) -> Notice {
    Notice(
      .system, "Way to Reach You Removed",
      "You are no longer reached in this way: \(TimelineWords.way([channel.kind])).",
      push: .unlessMuted(.information), subject: "channel:\(channel.id):\(now.milliseconds)")
  }
}
