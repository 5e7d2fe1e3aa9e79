import Foundation

/// Push messages end with the sign-in of the browser or phone they go to: the person who holds that
/// device reads what it shows.
extension PushRules {
  /// Sends nothing more to the devices registered in these sessions. The person can no longer
  /// re-enable in their list what they had switched off there.
  ///
  /// An ended session may remove the last channel, since it has to end immediately; the person is
  /// then warned.
  /// - Parameters:
  ///   - isEnded: called for every device of the person; its argument is nil if the session is
  ///     unknown.
  /// - Returns: the person with the remaining channels.
  @discardableResult
  static func end(
    in isEnded: (SessionID?) -> Bool, _ facts: ChannelFacts, _ decision: inout Decision,
    _ moment: Moment
  ) -> Recipient {
    let me = facts.me.person.id
    let bound = facts.all.filter { $0.kind.isPush && isEnded($0.session) }
    let lost = bound.filter(\.isOn)
    for channel in lost {
      decision.mutations += [
        .disableChannel(channel.id, at: moment.now.storable),
        .withdrawFromChannel(channel.id, me, keepsNotices: false, at: moment.now.storable),
      ]
    }
    let off = bound.filter { !$0.isOn && $0.off == .byPerson }
    for var channel in off {
      channel.off = nil
      decision.mutations.append(.updateChannel(channel))
    }
    var rest = facts.me
    rest.channels.removeAll { channel in lost.contains { $0.id == channel.id } }
    guard !(lost + off).isEmpty else { return rest }
    decision.touch(me, .channels)
    guard let last = lost.last else { return rest }
    decision.events.append(.pushUnsubscribed(me))
    if !rest.channels.contains(where: { facts.able.contains($0.kind) }) {
      decision.tell(rest, noWayLeft(after: last.id, moment), at: moment)
    }
    return rest
  }

  /// By the system: ends the messages to a device whose session is no longer good because it has
  /// expired.
  ///
  /// A device whose session expired is notified too, as the last message it gets: its owner has not
  /// signed it out, and may rely on it.
  /// - Parameter session: as it is stored; nil when it has been swept.
  public static func end(
    _ id: SessionID, as session: Session?, _ facts: ChannelFacts, moment: Moment
  ) -> Decision {
    guard !(session?.isGood(at: moment.now) ?? false) else { return Decision(.unchanged) }
    var decision = Decision()
    let rest = end(in: { $0 == id }, facts, &decision, moment)
    guard rest.channels.count < facts.me.channels.count else { return decision }
    decision.tell(
      session?.revokedAt == nil ? facts.me : rest, notice(of: session, id), at: moment)
    return decision
  }

  private static func noWayLeft(after channel: Channel.ID, _ moment: Moment) -> Notice {
    Notice(
      .system, "No way to reach you",
      "Alerts no longer reach you: the device that was signed out was your last way. Add another one in your profile.",
      push: .unlessMuted(.information), subject: "push:\(channel):\(moment.now.milliseconds)")
  }

  private static func notice(of session: Session?, _ id: SessionID) -> Notice {
    let label = session?.label ?? ""
    let words: Phrase =
      label.isEmpty
      ? "You are no longer signed in on one of your devices, so nothing is sent there any more. Sign in there again and switch notifications on."
      : "You are no longer signed in with \(label), so nothing is sent there any more. Sign in there again and switch notifications on."
    return Notice(
      .system, "Notifications stopped", words, push: .unlessMuted(.information),
      subject: "session:\(id):lapsed")
  }
}
