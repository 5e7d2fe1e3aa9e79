import Foundation

/// Notices about devices. Only their owner ever gets them.
enum ThingNotices {
  static func added(_ thing: Thing) -> Notice {
    Notice(
      .system, thing.kind == .link ? "New check-In link" : "New device",
      thing.kind == .link
        ? "A new check-in link can now check in for you."
        : "\(thing.name) can now check in for you.",
      push: .unlessMuted(.information), subject: "thing:\(thing.id):\(thing.gen)")
  }

  static func failed(_ thing: Thing, at now: Date) -> Notice {
    Notice(
      .system, "Problem reported",
      thing.kind == .link
        ? "The program that calls your check-in link reports that something went wrong."
        : "\(thing.name) reports that something went wrong.",
      push: .unlessMuted(.information), subject: "failed:\(thing.id):\(now.milliseconds)")
  }

  /// - Parameter isPaused: whether a pause was on; otherwise the deadline was missed.
  static func heldBack(_ link: Thing, isPaused: Bool, at now: Date) -> Notice {
    let hour = now.milliseconds / 3_600_000
    return Notice(
      .system, "Not checked in",
      isPaused
        ? "Your check-in link was used during a pause. Nothing was checked in."
        : "Your check-in link was used. It ends no alert: open the app and check in.",
      push: .unlessMuted(.information), subject: "held:\(link.id):\(hour)")
  }
}
