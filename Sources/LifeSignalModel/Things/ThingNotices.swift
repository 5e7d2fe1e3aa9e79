import Foundation

/// The words around things. Only their owner is ever told.
enum ThingNotices {
  static func added(_ thing: Thing) -> Notice {
    Notice(
      .system, "New Thing", "\(thing.name) can now check in for you.",
      push: .unlessMuted(.information), subject: "thing:\(thing.id):\(thing.gen)")
  }

  static func failed(_ thing: Thing, at now: Date) -> Notice {
    Notice(
      .system, "Problem Reported", "\(thing.name) reports that something went wrong.",
      push: .unlessMuted(.information), subject: "failed:\(thing.id):\(now.milliseconds)")
  }
}
