import Foundation

/// The words around things. Only their owner is ever told.
enum ThingNotices {
  static func added(_ thing: Thing) -> Notice {
    Notice(
      .system, thing.kind == .link ? "New Check-In Link" : "New Thing",
      thing.kind == .link
        ? "A new check-in link can now check in for you."
        : "\(thing.name) can now check in for you.",
      push: .unlessMuted(.information), subject: "thing:\(thing.id):\(thing.gen)")
  }

  static func failed(_ thing: Thing, at now: Date) -> Notice {
    Notice(
      .system, "Problem Reported",
      thing.kind == .link
        ? "Whatever calls your check-in link reports that something went wrong."
        : "\(thing.name) reports that something went wrong.",
      push: .unlessMuted(.information), subject: "failed:\(thing.id):\(now.milliseconds)")
  }
}
